package io.fateflow.webapp.site;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.webapp.api.Envelope;

/** {@code info/common} of a site that is connected to no other; else the call is one between sites, and is answered so. */
@Controller
@ConditionalOnProperty(name = "fate.federation.enabled", havingValue = "false", matchIfMissing = true)
class CommonInfoController {

    private final SiteFacts facts;

    CommonInfoController(SiteFacts facts) {
        this.facts = facts;
    }

    @PostMapping("/v1/info/common")
    Envelope common() {
        return Envelope.of(facts.common());
    }
}

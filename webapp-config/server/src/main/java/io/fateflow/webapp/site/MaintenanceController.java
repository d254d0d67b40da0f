package io.fateflow.webapp.site;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.process.MaintenanceSwitch;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;

/** {@code server/maintenance}: while it is on, no job is admitted and those that run go on. FATE Flow has no such call. */
@Controller
class MaintenanceController {

    private final MaintenanceSwitch maintenance;
    private final WireJson json;

    MaintenanceController(MaintenanceSwitch maintenance, WireJson json) {
        this.maintenance = maintenance;
        this.json = json;
    }

    @GetMapping("/v1/server/maintenance")
    Envelope state() {
        ObjectNode data = json.object().put("enabled", false);
        maintenance.state().ifPresent(state -> data.put("enabled", true)
                .put("by", state.by())
                .put("since", state.since())
                .put("reason", state.reason()));
        return Envelope.of(data);
    }

    @PostMapping("/v1/server/maintenance")
    Envelope set(ApiBody body) {
        ObjectNode sent = body.with("enabled");
        if (!sent.path("enabled").isBoolean()) {
            throw ApiException.soft(Retcode.ARGUMENT_ERROR, "enabled must be true or false");
        }
        if (sent.path("enabled").booleanValue()) {
            maintenance.begin(ApiBody.text(sent, "reason"));
        } else {
            maintenance.end();
        }
        return state();
    }
}

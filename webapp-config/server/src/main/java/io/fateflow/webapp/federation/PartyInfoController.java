package io.fateflow.webapp.federation;

import java.time.Duration;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.dsl.Party;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.outgoing.PartyTransport;
import io.fateflow.federation.outgoing.Tries;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.SiteCall;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;

/** {@code info/party/<id>}: what another site says of itself. */
@Controller
class PartyInfoController {

    private static final Tries ONCE = Tries.once().within(Duration.ofSeconds(5));

    private final ObjectProvider<PartyTransport> transport;
    private final FederationProperties federation;

    PartyInfoController(ObjectProvider<PartyTransport> transport, FederationProperties federation) {
        this.transport = transport;
        this.federation = federation;
    }

    @PostMapping("/v1/info/party/{partyId}")
    Envelope party(@PathVariable String partyId) {
        if (!partyId.matches("\\d{1,18}")) {
            throw ApiException.soft(Retcode.ARGUMENT_ERROR, "FFB-6127 A party id is a number: info/party/9999.");
        }
        PartyTransport sites = transport.getIfAvailable();
        if (sites == null) {
            throw ApiException.soft(
                    Retcode.EXCEPTION_ERROR,
                    "FFB-6128 This server is connected to no other site (fate.federation.enabled is false).");
        }
        CallOutcome outcome = sites.call(
                new Party("", federation.partyId()), Long.parseLong(partyId), new SiteCall.CommonInfo(), ONCE);
        if (outcome instanceof CallOutcome.Done done) {
            return envelope(done.answer());
        }
        return Envelope.failure(
                outcome instanceof CallOutcome.Refused refused
                        ? refused.answer().retcode()
                        : Retcode.EXCEPTION_ERROR,
                outcome.trouble());
    }

    private static Envelope envelope(Answer answer) {
        return new Envelope(answer.retcode(), answer.retmsg(), answer.data(), null, null);
    }
}

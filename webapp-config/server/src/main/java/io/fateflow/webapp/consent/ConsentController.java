package io.fateflow.webapp.consent;

import java.time.Clock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.dsl.Party;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.consent.ConsentChoice;
import io.fateflow.engine.consent.ConsentRow;
import io.fateflow.engine.consent.ConsentState;
import io.fateflow.engine.consent.Disclosures;
import io.fateflow.engine.consent.InvalidConsentException;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.process.ConsentDesk;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.job.JobId;

/** {@code consent/…}: consents that were asked for, and what data owners decide about them. FATE Flow has no such calls. */
@Controller
class ConsentController {

    private static final int MOST = 1_000;
    private static final int USUAL = 100;
    private static final int LONGEST_COMMENT = 2_000;
    private static final List<String> VALUES =
            List.of(ConsentChoice.DECISION, ConsentChoice.COMMENT, ConsentChoice.UNTIL, ConsentChoice.USES);

    private final ConsentDesk desk;
    private final Approvers approvers;
    private final Clock clock;
    private final WireJson json;
    private final ConsentJson consents;

    ConsentController(ConsentDesk desk, Approvers approvers, Clock clock, ModuleCatalog modules, WireJson json) {
        this.consents = new ConsentJson(new Disclosures(modules));
        this.desk = desk;
        this.approvers = approvers;
        this.clock = clock;
        this.json = json;
    }

    @PostMapping("/v1/consent/list")
    Envelope list(ApiBody body) {
        ObjectNode asked = body.orEmpty();
        String jobId = ApiBody.text(asked, "job_id");
        Optional<ConsentState> state = state(ApiBody.text(asked, "state"));
        List<ConsentRow> rows = jobId.isEmpty()
                ? desk.list(state, limit(asked))
                : desk.of(jobId).stream()
                        .filter(row -> state.isEmpty() || row.state() == state.get())
                        .toList();
        return Envelope.of(consents(rows).put("policy_deployed", desk.hasPolicy()));
    }

    private static Optional<ConsentState> state(String word) {
        if (word.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(ConsentState.values())
                .filter(state -> state.wire().equals(word))
                .findFirst()
                .orElseThrow(() -> ApiException.soft(
                        Retcode.ARGUMENT_ERROR,
                        "FFB-5138 state is one of "
                                + String.join(
                                        ", ",
                                        Arrays.stream(ConsentState.values())
                                                .map(ConsentState::wire)
                                                .toList()))));
    }

    private static int limit(ObjectNode asked) {
        return Math.max(1, Math.min(asked.path("limit").asInt(USUAL), MOST));
    }

    @PostMapping("/v1/consent/decide")
    Envelope decide(ApiBody body) {
        ObjectNode sent = body.with("job_id", "role", "party_id", ConsentChoice.DECISION);
        Map<String, String> values = new LinkedHashMap<>();
        VALUES.forEach(name -> {
            String text = ApiBody.text(sent, name);
            if (!text.isEmpty()) {
                values.put(name, text);
            }
        });
        try {
            demandShort(ApiBody.text(sent, ConsentChoice.COMMENT));
            ConsentChoice choice = ConsentChoice.of(values, clock.getZone(), clock.instant());
            return Envelope.of(
                    consents(desk.decide(jobId(sent), party(sent), choice, values, approvers::mayDecideFor)));
        } catch (InvalidConsentException e) {
            return refused(e);
        }
    }

    @PostMapping("/v1/consent/withdraw")
    Envelope withdraw(ApiBody body) {
        ObjectNode sent = body.with("job_id", "role", "party_id");
        try {
            String comment = ApiBody.text(sent, ConsentChoice.COMMENT);
            demandShort(comment);
            return Envelope.of(consents(desk.withdraw(jobId(sent), party(sent), comment, approvers::mayDecideFor)));
        } catch (InvalidConsentException e) {
            return refused(e);
        }
    }

    /** Changes nothing, whatever the policy says. */
    @PostMapping("/v1/consent/try")
    Envelope tryOut(ApiBody body) {
        String jobId = jobId(body.with("job_id"));
        ObjectNode data = json.object();
        ArrayNode pairs = data.putArray("pairs");
        try {
            desk.tryOut(jobId).forEach(trial -> trial.pairs().forEach(pair -> pairs.add(consents.of(pair))));
        } catch (JobRejectedException e) {
            return Envelope.failure(Retcode.OPERATING_ERROR, String.valueOf(e.getMessage()));
        }
        return Envelope.of(data);
    }

    private ObjectNode consents(List<ConsentRow> rows) {
        ObjectNode data = json.object();
        ArrayNode all = data.putArray("consents");
        rows.forEach(row -> all.add(consents.of(row, isForLater(row) ? desk.uses(row) : null)));
        return data;
    }

    private static boolean isForLater(ConsentRow row) {
        return row.state() == ConsentState.GRANTED && (row.validUntil() != null || row.usesAllowed() != null);
    }

    private static void demandShort(String comment) {
        if (comment.length() > LONGEST_COMMENT) {
            throw new InvalidConsentException(
                    "FFB-5138 comment has more than %d characters".formatted(LONGEST_COMMENT));
        }
    }

    private static String jobId(ObjectNode sent) {
        return JobId.parse(ApiBody.text(sent, "job_id"))
                .orElseThrow(() -> ApiException.soft(Retcode.DATA_ERROR, "can not found job"));
    }

    private static Party party(ObjectNode sent) {
        try {
            return Party.of(ApiBody.text(sent, "role"), ApiBody.text(sent, "party_id"));
        } catch (IllegalArgumentException e) {
            throw ApiException.soft(Retcode.ARGUMENT_ERROR, "FFB-5138 role and party_id name no party of this site");
        }
    }

    private static Envelope refused(InvalidConsentException e) {
        return Envelope.failure(Retcode.OPERATING_ERROR, String.valueOf(e.getMessage()));
    }
}

package io.fateflow.webapp.consent;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.Json;
import io.fateflow.engine.consent.ConsentRequest;
import io.fateflow.engine.consent.ConsentRow;
import io.fateflow.engine.consent.ConsentState;
import io.fateflow.engine.consent.Consents;
import io.fateflow.engine.consent.Disclosures;
import io.fateflow.engine.consent.PolicyAnswer;

/** Consents as clients see them. */
final class ConsentJson {

    private final Disclosures disclosures;

    ConsentJson(Disclosures disclosures) {
        this.disclosures = disclosures;
    }

    /** @param uses for how many jobs a grant was used; null if it is none for later jobs */
    ObjectNode of(ConsentRow row, @Nullable Long uses) {
        PolicyAnswer.Escalation escalation = row.answer().escalation();
        ObjectNode json = request(row.request());
        row.request().table().modules().forEach(json.putArray("components")::add);
        ObjectNode leaves = json.putObject("leaves");
        disclosures
                .of(row.request().table().modules(), row.request().own().role())
                .forEach(leaves::put);
        json.put("state", row.state().wire());
        json.set("policy", policy(row.answer()));
        json.put("approver", row.answer().approver())
                .put("four_eyes", row.answer().fourEyes())
                .put("ask_time", row.askTime())
                .put("expire_time", row.state() == ConsentState.ASKED ? row.expireTime() : null)
                .put("escalate_to", escalation == null ? null : escalation.group())
                .put(
                        "escalate_time",
                        escalation == null
                                ? null
                                : row.askTime() + escalation.after().toMillis())
                .put("escalated", row.escalated())
                .put("first_by", row.firstBy())
                .put("decided_by", row.decidedBy())
                .put("decide_time", row.decideTime())
                .put("comment", row.remark())
                .put("until", row.validUntil())
                .put("uses_allowed", row.usesAllowed())
                .put("uses", uses)
                .put("process_instance_id", row.processInstanceId());
        return json;
    }

    /** What the policy says of one module. */
    ObjectNode of(Consents.Pair pair) {
        ObjectNode json = request(pair.request()).put("component", pair.module());
        json.set("policy", policy(pair.answer()));
        return json.put(
                        "leaves",
                        disclosures.of(pair.module(), pair.request().own().role()))
                .put("approver", pair.answer().approver())
                .put("four_eyes", pair.answer().fourEyes())
                .put("broken", pair.answer().isBroken());
    }

    private static ObjectNode request(ConsentRequest request) {
        ObjectNode json = Json.object()
                .put("job_id", request.jobId())
                .put("role", request.own().role())
                .put("party_id", request.own().partyId())
                .put("initiator_role", request.initiator().role())
                .put("initiator_party_id", request.initiator().partyId())
                .put("namespace", request.table().namespace())
                .put("table_name", request.table().name())
                .put("rows", request.table().rows())
                .put("purpose", request.purpose());
        request.table().columns().forEach(json.putArray("columns")::add);
        return json;
    }

    private static ObjectNode policy(PolicyAnswer answer) {
        return Json.object()
                .put("decision", answer.decision().wire())
                .put("reason", answer.reason())
                .put("version", answer.version())
                .put("rule", answer.rule());
    }
}

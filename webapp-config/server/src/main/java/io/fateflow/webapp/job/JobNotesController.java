package io.fateflow.webapp.job;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;

/** {@code job/update}: a party's notes on a job. */
@Controller
class JobNotesController {

    private static final int MOST_BYTES = 64 * 1024;
    private static final String UPDATE = "update job set description = :notes, update_time = :now"
            + " where job_id = :job and role = :role and party_id = :party";

    private final NamedParameterJdbcOperations jdbc;
    private final TransactionOperations transactions;
    private final AuditLog audit;
    private final Clock clock;

    JobNotesController(
            NamedParameterJdbcOperations jdbc, TransactionOperations transactions, AuditLog audit, Clock clock) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.audit = audit;
        this.clock = clock;
    }

    @PostMapping("/v1/job/update")
    Envelope update(ApiBody body) {
        ObjectNode sent = body.orEmpty();
        for (String key : new String[] {"job_id", "role", "party_id"}) {
            if (!sent.has(key)) {
                throw ApiException.uncaught("KeyError", key);
            }
        }
        if (ApiBody.text(sent, "notes").getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            throw ApiException.soft(
                    Retcode.ARGUMENT_ERROR,
                    "FFB-5220 notes are longer than 64 KB\nWhat to do: keep long texts elsewhere");
        }
        boolean known = Boolean.TRUE.equals(transactions.execute(transaction -> write(
                ApiBody.text(sent, "job_id"),
                ApiBody.text(sent, "role"),
                ApiBody.text(sent, "party_id"),
                ApiBody.text(sent, "notes"))));
        return known ? Envelope.success() : Envelope.failure(Retcode.ARGUMENT_ERROR, "find job failed");
    }

    private boolean write(String jobId, String role, String partyId, String notes) {
        int changed = jdbc.update(
                UPDATE, Map.of("notes", notes, "now", clock.millis(), "job", jobId, "role", role, "party", partyId));
        if (changed > 0) {
            audit.write(AuditEntry.done(AuditAction.NOTES_UPDATE).job(jobId).at(role, partyId));
        }
        return changed > 0;
    }
}

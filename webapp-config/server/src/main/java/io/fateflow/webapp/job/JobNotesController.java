package io.fateflow.webapp.job;

import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.job.JobStore;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;

/** {@code job/update}: a party's notes on a job. */
@Controller
class JobNotesController {

    private static final int MOST_BYTES = 64 * 1024;

    private final JobStore jobs;
    private final TransactionOperations transactions;
    private final AuditLog audit;

    JobNotesController(JobStore jobs, TransactionOperations transactions, AuditLog audit) {
        this.jobs = jobs;
        this.transactions = transactions;
        this.audit = audit;
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
        boolean written = jobs.notes(jobId, role, partyId, notes);
        if (written) {
            audit.write(AuditEntry.done(AuditAction.NOTES_UPDATE).job(jobId).at(role, partyId));
        }
        return written;
    }
}

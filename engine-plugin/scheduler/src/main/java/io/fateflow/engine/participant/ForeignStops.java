package io.fateflow.engine.participant;

import java.time.Duration;
import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.AuditOutcome;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.outgoing.PartyTransport;
import io.fateflow.federation.outgoing.Tries;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.InitiatorCall;
import io.fateflow.federation.wire.JobAddress;

/**
 * Somebody at this site stops a job that another one schedules: this site's part ends at once, and the initiator is told, as
 * FATE Flow does it. Should it be away, the reports of what was stopped tell it later, or the refusal of what it still starts.
 */
public final class ForeignStops {

    private static final Logger LOG = LoggerFactory.getLogger(ForeignStops.class);
    private static final Tries TRIES = Tries.once().within(Duration.ofSeconds(15));

    private final JobStore jobs;
    private final ForeignJobs parts;
    private final Transactions transactions;
    private final PartyTransport transport;
    private final AuditLog audit;

    public ForeignStops(
            JobStore jobs, ForeignJobs parts, Transactions transactions, PartyTransport transport, AuditLog audit) {
        this.jobs = jobs;
        this.parts = parts;
        this.transactions = transactions;
        this.transport = transport;
        this.audit = audit;
    }

    /**
     * Stops this site's parties of a job.
     *
     * @return false if this site has no part of it
     */
    public boolean stop(String jobId, JobStatus status) {
        List<JobRow> own = jobs.rows(jobId);
        if (own.isEmpty()) {
            return false;
        }
        List<JobRow> ongoing = own.stream().filter(row -> !row.status().isEnd()).toList();
        if (ongoing.isEmpty()) {
            audit.write(AuditEntry.done(AuditAction.STOP)
                    .job(jobId)
                    .ended(AuditOutcome.NOTHING_TO_DO)
                    .with("status", status.wire()));
            return true;
        }
        String who = audit.actor().name();
        transactions.execute(() -> {
            audit.write(AuditEntry.done(AuditAction.STOP).job(jobId).with("status", status.wire()));
            ongoing.forEach(row -> parts.stopUntold(
                    new JobAddress(jobId, row.party()), status, "%s has stopped it at %s".formatted(who, row.party())));
            return Answer.success();
        });
        tell(ongoing.get(0).party(), new JobAddress(jobId, ongoing.get(0).initiator()), status);
        return true;
    }

    private void tell(Party sender, JobAddress initiator, JobStatus status) {
        CallOutcome outcome = transport.call(
                sender,
                initiator.party().partyId(),
                new InitiatorCall.StopJob(initiator, status, Json.object().put("job_id", initiator.jobId())),
                TRIES);
        if (!outcome.isSettled()) {
            LOG.warn(
                    "job {} has ended at {}, and its initiator hears it from the reports of what ran: {}",
                    initiator.jobId(),
                    sender,
                    outcome.trouble());
        }
    }
}

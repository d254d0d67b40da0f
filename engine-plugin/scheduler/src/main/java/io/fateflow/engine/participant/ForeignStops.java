package io.fateflow.engine.participant;

import java.time.Duration;
import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
        return stop(jobId, status, "", () -> {});
    }

    /**
     * As {@link #stop(String, JobStatus)}, for a reason that the initiator is told.
     *
     * @param why empty if there is none beside that somebody wants it
     * @param first what is done in the same transaction, before anything is stopped; also if nothing is left to stop
     */
    public boolean stop(String jobId, JobStatus status, String why, Runnable first) {
        List<JobRow> own = jobs.rows(jobId);
        if (own.isEmpty()) {
            return false;
        }
        List<JobRow> ongoing = own.stream().filter(row -> !row.status().isEnd()).toList();
        if (ongoing.isEmpty()) {
            transactions.execute(() -> {
                first.run();
                return Answer.success();
            });
            audit.write(AuditEntry.done(AuditAction.STOP)
                    .job(jobId)
                    .ended(AuditOutcome.NOTHING_TO_DO)
                    .with("status", status.wire()));
            return true;
        }
        String who = audit.actor().name();
        transactions.execute(() -> {
            first.run();
            audit.write(AuditEntry.done(AuditAction.STOP).job(jobId).with("status", status.wire()));
            ongoing.forEach(row -> parts.stopUntold(
                    new JobAddress(jobId, row.party()),
                    status,
                    why.isEmpty() ? "%s has stopped it at %s".formatted(who, row.party()) : why));
            return Answer.success();
        });
        tell(ongoing.get(0).party(), new JobAddress(jobId, ongoing.get(0).initiator()), status, why);
        return true;
    }

    private void tell(Party sender, JobAddress initiator, JobStatus status, String why) {
        ObjectNode job = Json.object().put("job_id", initiator.jobId());
        if (!why.isEmpty()) {
            job.put(InitiatorCall.StopJob.REASON, why);
        }
        CallOutcome outcome = transport.call(
                sender, initiator.party().partyId(), new InitiatorCall.StopJob(initiator, status, job), TRIES);
        if (!outcome.isSettled()) {
            LOG.warn(
                    "job {} has ended at {}, and its initiator hears it from the reports of what ran: {}",
                    initiator.jobId(),
                    sender,
                    outcome.trouble());
        }
    }
}

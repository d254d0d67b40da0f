package io.fateflow.engine.process;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.participant.ForeignWatch;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.wire.JobAddress;
import io.fateflow.federation.wire.JobCall;

/**
 * Looks after a job that another site schedules: asks its initiator whether it still knows the running job, as FATE does, and
 * stops the job when there was no yes for long. A reservation that was not followed by a start is freed.
 */
public final class WatchForeignJob extends Step {

    /** Epoch milliseconds of the first look without an answer. */
    static final String SILENT_SINCE = "silentSince";

    private final ForeignWatch watch;
    private final PartyCalls calls;
    private final Duration silence;
    private final Clock clock;

    /** @param silence how long the initiator may be silent */
    public WatchForeignJob(ForeignWatch watch, PartyCalls calls, Duration silence, Clock clock) {
        this.watch = watch;
        this.calls = calls;
        this.silence = silence;
        this.clock = clock;
    }

    @Override
    void run(DelegateExecution execution) {
        JobAddress at = address(execution.getProcessBusinessKey());
        Optional<JobRow> running = watch.running(at);
        boolean abandoned = running.isPresent() && isSilent(execution, at, running.get());
        if (!abandoned && watch.freeWhatHasRunOut(at)) {
            throw new BpmnError(BpmnEvents.STILL_RUNNING);
        }
    }

    private boolean isSilent(DelegateExecution execution, JobAddress at, JobRow job) {
        JobAddress initiator = new JobAddress(at.jobId(), job.initiator());
        CallOutcome outcome = calls.call(at.party(), job.initiator().partyId(), JobCall.heartbeat(initiator, at));
        if (outcome.isSettled()) {
            execution.removeVariable(SILENT_SINCE);
            return false;
        }
        Object known = execution.getVariable(SILENT_SINCE);
        long since = known instanceof Long first ? first : clock.millis();
        execution.setVariable(SILENT_SINCE, since);
        if (clock.millis() - since < silence.toMillis()) {
            return false;
        }
        watch.abandon(
                at,
                "FFB-3005 the job was stopped at %s: its initiator, %s, has not confirmed it since %s (%s)"
                        .formatted(
                                at.party(),
                                job.initiator(),
                                Instant.ofEpochMilli(since).truncatedTo(ChronoUnit.SECONDS),
                                outcome.trouble()));
        return true;
    }

    static String businessKey(JobAddress at) {
        return "%s|%s|%d".formatted(at.jobId(), at.party().role(), at.party().partyId());
    }

    private static JobAddress address(String businessKey) {
        String[] parts = businessKey.split("\\|", -1);
        return new JobAddress(parts[0], Party.of(parts[1], parts[2]));
    }
}

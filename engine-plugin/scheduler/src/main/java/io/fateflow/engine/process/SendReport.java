package io.fateflow.engine.process;

import java.time.Duration;
import java.util.Optional;

import org.camunda.bpm.engine.OptimisticLockingException;

import io.fateflow.engine.report.PendingReport;
import io.fateflow.engine.report.ReportOutbox;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.wire.InitiatorCall;

/**
 * Tells an initiator on another site how an attempt is doing. No row is locked while the other site is awaited; a report
 * that did not get through is a failed job, which the engine repeats, and in the end an incident that names the party.
 */
public final class SendReport extends Sending {

    // all calls of one run together stay within the time for which the engine locks the job
    private static final Duration FOLLOWED = Duration.ofSeconds(15);

    private final ReportOutbox outbox;
    private final PartyCalls calls;

    public SendReport(ReportOutbox outbox, PartyCalls calls) {
        this.outbox = outbox;
        this.calls = calls;
    }

    @Override
    void send(String businessKey) {
        TaskKey key = TaskKey.parse(businessKey);
        long end = System.nanoTime() + FOLLOWED.toNanos();
        while (System.nanoTime() < end) {
            Optional<PendingReport> pending = outbox.pending(key);
            if (pending.isEmpty()) {
                return;
            }
            pending.get().calls().forEach(call -> send(pending.get(), call));
            if (outbox.sent(pending.get())) {
                return;
            }
        }
        throw new OptimisticLockingException("the attempt changes faster than it can be reported");
    }

    private void send(PendingReport pending, InitiatorCall.Report call) {
        CallOutcome outcome = calls.call(pending.sender(), pending.initiatorPartyId(), call);
        if (!outcome.isSettled()) {
            throw new PartyNotReachedException(
                    ("FFB-6401 the initiator can't be told that task %s is %s: %s; it asks by"
                                    + " itself, too: restore the connection, then retry")
                            .formatted(
                                    pending.key().taskId(),
                                    pending.now().partyStatus().wire(),
                                    outcome.trouble()));
        }
    }
}

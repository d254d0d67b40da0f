package io.fateflow.engine.initiator;

import java.util.Optional;

import io.fateflow.engine.executor.AttemptEnds;
import io.fateflow.engine.resource.JobGate;
import io.fateflow.engine.task.FederatedStatus;
import io.fateflow.engine.task.LockedAttempt;
import io.fateflow.engine.task.ReportedStatus;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.federation.status.TaskStatus;

/**
 * Decides a component when its last party has reported, wherever that party is. The rows of the attempt are locked, and the
 * federated status says whether anyone waits: so the waiting {@code fate-task} is woken once.
 */
public final class ComponentDecision {

    private final TaskStore tasks;
    private final JobGate gate;
    private final AttemptEnds attemptEnds;
    private final RemoteProcesses processes;

    public ComponentDecision(TaskStore tasks, JobGate gate, AttemptEnds attemptEnds, RemoteProcesses processes) {
        this.tasks = tasks;
        this.gate = gate;
        this.attemptEnds = attemptEnds;
        this.processes = processes;
    }

    /**
     * What the attempt is as a whole, if it has just been decided; then the job's gate is locked.
     *
     * @param own the row of the party that has reported
     * @param attempt all parties' rows with that report
     */
    public Optional<TaskStatus> of(TaskRow own, LockedAttempt attempt) {
        TaskStatus federated = FederatedStatus.of(
                attempt.rows().stream().map(TaskRow::partyStatus).toList());
        if (own.status() != TaskStatus.RUNNING || !federated.isEnd()) {
            return Optional.empty();
        }
        gate.lock(own.jobId(), own.initiator().role(), own.initiator().idText());
        return Optional.of(federated);
    }

    /** Tells whoever waits. */
    public void carryOut(TaskRow own, LockedAttempt attempt, TaskStatus decided) {
        attemptEnds.tellAfterCommit(own.key().taskId(), own.key().version());
        String waiter = own.waiterInstanceId();
        if (waiter != null) {
            tasks.federatedStatus(own.key().taskId(), own.key().version(), decided);
            processes.taskEnded(waiter, attempt.decided(decided));
        }
    }

    /** Takes what a party on another site says of its attempt; a report that is late or comes twice changes nothing. */
    void reported(TaskRow own, ReportedStatus report) {
        if (!tasks.reported(own.key(), report)) {
            return;
        }
        if (report.status().isEnd()) {
            processes.endCollect(own.key());
        }
        LockedAttempt attempt =
                new LockedAttempt(tasks.lock(own.key().taskId(), own.key().version()));
        attempt.of(own.key()).ifPresent(row -> of(row, attempt).ifPresent(decided -> carryOut(row, attempt, decided)));
    }
}

package io.fateflow.engine.process;

import java.util.Optional;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.initiator.ComponentDecision;
import io.fateflow.engine.task.LockedAttempt;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.federation.status.TaskStatus;

/**
 * The attempt has ended at this party, and its row says how. The report that decides the component wakes the waiting
 * {@code fate-task}, once: rows are locked, and the federated status says whether anyone waits. An initiator on another
 * site is told by {@code fate-report}.
 */
public final class ReportToInitiator extends PartyStep {

    private final ComponentDecision decision;

    public ReportToInitiator(PartyStepServices parts, ComponentDecision decision) {
        super(parts);
        this.decision = decision;
    }

    @Override
    void run(DelegateExecution execution, TaskRow own, LockedAttempt attempt) {
        conclude(own, attempt);
    }

    public void conclude(TaskRow own, LockedAttempt attempt) {
        Optional<TaskStatus> decided = decision.of(own, attempt);
        returnCores(own);
        report(own);
        decided.ifPresent(status -> decision.carryOut(own, attempt, status));
    }
}

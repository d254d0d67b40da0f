package io.fateflow.engine.process;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.executor.Revocations;
import io.fateflow.engine.task.LockedAttempt;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.federation.status.TaskStatus;

/**
 * The attempt is not wanted any more: its external task is gone, its cores are free, and the worker is told to end the
 * executor as soon as this is committed.
 */
public final class StopExecutor extends PartyStep {

    private final Revocations revocations;

    public StopExecutor(PartyStepServices parts, Revocations revocations) {
        super(parts);
        this.revocations = revocations;
    }

    @Override
    void run(DelegateExecution execution, TaskRow own, LockedAttempt attempt) {
        TaskStatus status = TaskStatus.of((String) execution.getVariable(EngineProcesses.STOP_STATUS));
        tasks().stopped(own.key(), status, (String) execution.getVariable(EngineProcesses.STOP_WHY));
        tasks().waits().partyWaits(own.key(), null);
        returnCores(own);
        attemptEnded(own);
        report(own);
        revocations.signalAfterCommit();
    }
}

package io.fateflow.engine.process;

import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.dsl.Party;
import io.fateflow.engine.initiator.RemoteAttempt;
import io.fateflow.engine.initiator.RemoteReports;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.wire.TaskCall;

/**
 * Asks a party on another site how its attempt is doing: it may never say so by itself, or its report may be lost. Whether it
 * answers or not, it is asked again as long as the attempt is awaited; commands are what says that a party is away.
 */
public final class CollectTask extends Step {

    private final RemoteReports reports;
    private final PartyCalls calls;
    private final UnreachableParties silent;

    public CollectTask(RemoteReports reports, PartyCalls calls, UnreachableParties silent) {
        this.reports = reports;
        this.calls = calls;
        this.silent = silent;
    }

    @Override
    void run(DelegateExecution execution) {
        TaskKey key = TaskKey.parse(execution.getProcessBusinessKey());
        reports.awaited(key).ifPresent(attempt -> collect(key, attempt));
        if (reports.awaited(key).isPresent()) {
            throw new BpmnError(BpmnEvents.STILL_RUNNING);
        }
    }

    private void collect(TaskKey key, RemoteAttempt attempt) {
        Party party = attempt.at().party();
        CallOutcome outcome = calls.call(attempt.sender(), party.partyId(), new TaskCall.CollectTask(attempt.at()));
        if (outcome instanceof CallOutcome.Done done && done.answer().data() != null) {
            reports.collected(key, done.answer().data());
            silent.heard(party.partyId());
        }
    }
}

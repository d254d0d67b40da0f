package io.fateflow.engine.process;

import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.resource.Grant;
import io.fateflow.engine.task.LockedAttempt;
import io.fateflow.engine.task.TaskRow;

/** Takes the attempt's cores from what the party's job holds: every party applies for what it will return. */
public final class ApplyPartyResources extends PartyStep {

    public ApplyPartyResources(PartyParts parts) {
        super(parts);
    }

    @Override
    void run(DelegateExecution execution, TaskRow own, LockedAttempt attempt) {
        Grant grant = resources().applyTask(lease(own), engine());
        if (grant instanceof Grant.Refused refused) {
            tasks().waits().partyWaits(own.key(), refused.reason());
            throw new BpmnError(Signals.PARTY_RESOURCES_REFUSED, refused.reason());
        }
        if (own.waitReason() != null) {
            tasks().waits().partyWaits(own.key(), null);
        }
        tellOtherNodes();
    }
}

package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.lifecycle.TaskStatus;
import io.fateflow.engine.task.FederatedStatus;
import io.fateflow.engine.task.TaskRow;

/**
 * The attempt has ended at this party, and its row says how. The report that decides the component wakes the waiting
 * {@code fate-task}, once: rows are locked, and the federated status says whether anyone waits.
 */
public final class ReportToInitiator extends PartyStep {

    public ReportToInitiator(PartyParts parts) {
        super(parts);
    }

    @Override
    void run(DelegateExecution execution, TaskRow own, List<TaskRow> rows) {
        TaskStatus federated =
                FederatedStatus.of(rows.stream().map(TaskRow::partyStatus).toList());
        boolean someoneWaits = own.status() == TaskStatus.RUNNING;
        boolean decides = someoneWaits && federated.isEnd();
        if (decides) {
            resources().lockGate(own.jobId(), own.initiatorRole(), own.initiatorPartyId());
        }
        returnCores(own);
        String waiter = own.waiterInstanceId();
        if (decides && waiter != null) {
            attemptEnded(own);
            tasks().federatedStatus(own.key().taskId(), own.key().version(), federated);
            processes().taskEnded(waiter);
        }
    }
}

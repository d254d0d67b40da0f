package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.lifecycle.TaskStatus;
import io.fateflow.engine.task.FederatedStatus;
import io.fateflow.engine.task.TaskRow;

/**
 * The attempt has ended at this party, and its row says how. The report that decides the component wakes the waiting
 * {@code fate-task}, once: rows are locked, and the federated status says whether anyone waits. An initiator on another
 * site is told by {@code fate-report}.
 */
public final class ReportToInitiator extends PartyStep {

    public ReportToInitiator(PartyParts parts) {
        super(parts);
    }

    @Override
    void run(DelegateExecution execution, TaskRow own, List<TaskRow> rows) {
        conclude(own, rows);
    }

    void conclude(TaskRow own, List<TaskRow> rows) {
        TaskStatus federated =
                FederatedStatus.of(rows.stream().map(TaskRow::partyStatus).toList());
        boolean someoneWaits = own.status() == TaskStatus.RUNNING;
        boolean decides = someoneWaits && federated.isEnd();
        if (decides) {
            resources().lockGate(own.jobId(), own.initiatorRole(), own.initiatorPartyId());
        }
        returnCores(own);
        String waiter = own.waiterInstanceId();
        report(own);
        if (decides) {
            attemptEnded(own);
        }
        if (decides && waiter != null) {
            tasks().federatedStatus(own.key().taskId(), own.key().version(), federated);
            processes().taskEnded(waiter);
        }
    }
}

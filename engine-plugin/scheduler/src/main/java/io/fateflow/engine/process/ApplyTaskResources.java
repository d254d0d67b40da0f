package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.resource.Grant;
import io.fateflow.engine.task.TaskRow;

/** Takes one of the job's {@code task_parallelism} slots, or waits until another component gives one back. */
public final class ApplyTaskResources extends TaskStep {

    public ApplyTaskResources(TaskStepServices parts) {
        super(parts);
    }

    @Override
    void run(DelegateExecution execution, ComponentInstance component, List<TaskRow> rows) {
        if (gate().apply(gate(rows.get(0))) instanceof Grant.Refused refused) {
            tasks().waits()
                    .waitAtGate(
                            component.taskId(),
                            rows.get(0).key().version(),
                            execution.getProcessInstanceId(),
                            refused.reason());
            throw new BpmnError(BpmnEvents.GATE_CLOSED, refused.reason());
        }
        passOn(execution, rows);
    }
}

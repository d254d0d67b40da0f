package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.task.TaskRow;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.status.TaskStatus;

/**
 * A component that has succeeded passes through. One whose attempt has ended otherwise gets the next version; one that
 * never ran keeps its first.
 */
public final class NewTaskVersion extends TaskStep {

    public NewTaskVersion(TaskStepServices parts) {
        super(parts);
    }

    @Override
    void run(DelegateExecution execution, ComponentInstance component, List<TaskRow> rows) {
        TaskStatus status = rows.get(0).status();
        if (status.isSuccess()) {
            throw new BpmnError(BpmnEvents.ALREADY_DONE);
        }
        if (status == TaskStatus.WAITING) {
            passOn(execution, rows);
        } else {
            int version = rows.get(0).key().version();
            tasks().versions().insertNext(component.taskId(), version);
            send(component, rows, new PartyCommand.CreateTask(component.taskId(), version + 1));
        }
    }
}

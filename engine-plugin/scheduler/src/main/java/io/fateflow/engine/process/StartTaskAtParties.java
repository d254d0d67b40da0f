package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.task.TaskRow;
import io.fateflow.federation.PartyCommand;

/** Starts the attempt at every party that runs the component. */
public final class StartTaskAtParties extends TaskStep {

    public StartTaskAtParties(TaskStepServices parts) {
        super(parts);
    }

    @Override
    void run(DelegateExecution execution, ComponentInstance component, List<TaskRow> rows) {
        send(
                component,
                rows,
                new PartyCommand.StartTask(
                        component.taskId(), rows.get(0).key().version(), execution.getProcessInstanceId()));
    }
}

package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.task.JobProgress;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.federation.PartyCommand;

/** The attempt has ended at all parties that matter: either the component is done, or it has failed. */
public final class FinishTask extends TaskStep {

    private final JobProgress progress;

    public FinishTask(TaskStepServices parts, JobProgress progress) {
        super(parts);
        this.progress = progress;
    }

    @Override
    void run(DelegateExecution execution, ComponentInstance component, List<TaskRow> rows) {
        if (!rows.get(0).status().isSuccess()) {
            throw new BpmnError(BpmnEvents.TASK_FAILED);
        }
        TaskRow any = rows.get(0);
        send(
                component,
                rows,
                new PartyCommand.TaskEnded(component.taskId(), any.key().version(), any.status()));
        openGate(component, any);
        send(component, rows, new PartyCommand.SetProgress(progress.percent(component.jobId())));
    }
}

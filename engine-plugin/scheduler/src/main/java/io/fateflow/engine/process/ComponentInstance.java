package io.fateflow.engine.process;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;

import io.fateflow.engine.task.TaskKey;

/**
 * Which component of which job a {@code fate-task} instance runs: the name of the activity that called it, and its
 * business key. No process variables are needed.
 */
record ComponentInstance(String jobId, String componentName) {

    static ComponentInstance of(DelegateExecution execution) {
        ExecutionEntity caller =
                (ExecutionEntity) execution.getProcessInstance().getSuperExecution();
        if (caller == null) {
            throw new IllegalStateException("fate-task is called by the component's activity, never started alone");
        }
        return new ComponentInstance(
                execution.getProcessBusinessKey(), caller.getActivity().getName());
    }

    String taskId() {
        return TaskKey.taskId(jobId, componentName);
    }
}

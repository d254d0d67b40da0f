package io.fateflow.engine.plugin;

import java.util.Map;

import org.camunda.bpm.engine.impl.jobexecutor.DefaultJobPriorityProvider;
import org.camunda.bpm.engine.impl.jobexecutor.JobDeclaration;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.jspecify.annotations.Nullable;

/**
 * Which of the engine's steps come first when more are due than there are threads: what finishes gives cores back, what
 * runs uses those it has, and nobody needs more jobs to be admitted before that. By the processes' keys and steps, so
 * that definitions deployed by earlier versions have them, too.
 */
final class StepPriorities extends DefaultJobPriorityProvider {

    /** Another site waits for the end of what it has started here. */
    static final long FINISHING = 50;

    static final long RUNNING = 40;
    static final long STOPPING = 30;
    /** There is room for the job: it was woken. */
    static final long ADMITTED = 20;
    /** The job looks whether there is. */
    static final long LOOKING = 10;

    static final long LEAST = 0;

    private static final Map<String, Long> PROCESSES = Map.of(
            "fate-report", FINISHING,
            "fate-task", RUNNING,
            "fate-command", RUNNING,
            "fate-collect", RUNNING,
            "fate-job", STOPPING,
            "fate-foreign-job", STOPPING,
            "fate-consent", ADMITTED);

    private static final Map<String, Long> STEPS_OF_JOBS = Map.of(
            "resources_are_released", ADMITTED,
            "party_answers", ADMITTED,
            "job_waiting", LOOKING,
            "apply_job_resources", LOOKING,
            "look_again", LOOKING,
            "retention_is_over", LEAST);

    @Override
    protected Long getSpecificPriority(ExecutionEntity execution, JobDeclaration<?, ?> step, String jobDefinitionId) {
        Long set = super.getSpecificPriority(execution, step, jobDefinitionId);
        return set == null && execution != null
                ? Long.valueOf(priority(execution.getProcessDefinition().getKey(), step.getActivityId()))
                : set;
    }

    static long priority(String process, @Nullable String step) {
        if (process.startsWith("fate-dag-")) {
            return RUNNING;
        }
        long ofProcess = PROCESSES.getOrDefault(process, LEAST);
        return process.equals("fate-job") && step != null ? STEPS_OF_JOBS.getOrDefault(step, ofProcess) : ofProcess;
    }
}

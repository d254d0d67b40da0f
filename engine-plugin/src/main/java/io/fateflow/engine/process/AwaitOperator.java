package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.runtime.Job;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobRow;

/**
 * Raises the incident that tells an operator what failed, where and why: the first run throws, with no retry left. The
 * operator's retry, or {@link JobReruns}, runs it again; then the job waits for resources as at its start.
 */
public final class AwaitOperator extends JobStep {

    private final RerunPreparation preparation;

    public AwaitOperator(JobParts parts, RerunPreparation preparation) {
        super(parts);
        this.preparation = preparation;
    }

    @Override
    void run(DelegateExecution execution, JobRow job, List<Party> parties) {
        if (!jobs().isRerunAsked(job.jobId()) && !isRetried(execution)) {
            throw new ComponentFailedException(job.errorReport());
        }
        preparation.prepare(job.jobId(), parties);
    }

    /** A job that has thrown before has kept its message; after a crash in its first run it has none, and throws. */
    private static boolean isRetried(DelegateExecution execution) {
        // the timer of the retention hangs on the same execution: only messages are meant
        Job job = execution
                .getProcessEngineServices()
                .getManagementService()
                .createJobQuery()
                .executionId(execution.getId())
                .messages()
                .singleResult();
        return job != null && job.getExceptionMessage() != null;
    }
}

package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.runtime.Job;

import io.fateflow.dsl.Party;
import io.fateflow.engine.federation.PartyCommand;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.lifecycle.JobStatus;

/**
 * Raises the incident that tells an operator what failed, where and why: the first run throws, with no retry left. The
 * operator's retry runs it again; then the job waits for resources as at its start.
 */
public final class AwaitOperator extends JobStep {

    public AwaitOperator(JobParts parts) {
        super(parts);
    }

    @Override
    void run(DelegateExecution execution, JobRow job, List<Party> parties) {
        if (!isRetried(execution)) {
            throw new ComponentFailedException(job.errorReport());
        }
        jobs().resetForRerun(job.jobId());
        send(job, parties, new PartyCommand.SetJobStatus(JobStatus.WAITING));
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

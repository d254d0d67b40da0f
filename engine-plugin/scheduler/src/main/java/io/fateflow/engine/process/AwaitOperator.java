package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.history.UserOperationLogEntry;
import org.camunda.bpm.engine.runtime.Job;

import io.fateflow.dsl.Party;
import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.job.JobRow;

/**
 * Raises the incident that tells an operator what failed, where and why: the first run throws, with no retry left. The
 * operator's retry, or {@link JobReruns}, runs it again; then the job waits for resources as at its start.
 */
public final class AwaitOperator extends JobStep {

    private final RerunPreparation preparation;
    private final AuditLog audit;

    public AwaitOperator(JobStepServices parts, RerunPreparation preparation, AuditLog audit) {
        super(parts);
        this.preparation = preparation;
        this.audit = audit;
    }

    @Override
    void run(DelegateExecution execution, JobRow job, List<Party> parties) {
        if (!jobs().requests().isRerunAsked(job.jobId())) {
            if (!isRetried(execution)) {
                throw new ComponentFailedException(job.errorReport());
            }
            audit.write(AuditEntry.done(AuditAction.RETRY).job(job.jobId()), operator(execution));
        }
        preparation.prepare(job.jobId(), parties);
    }

    /** Who gave the step its retry: this thread only carries it out. */
    private Actor operator(DelegateExecution execution) {
        return execution
                .getProcessEngineServices()
                .getHistoryService()
                .createUserOperationLogQuery()
                .processInstanceId(execution.getProcessInstanceId())
                .operationType(UserOperationLogEntry.OPERATION_TYPE_SET_JOB_RETRIES)
                .orderByTimestamp()
                .desc()
                .listPage(0, 1)
                .stream()
                .findFirst()
                .map(UserOperationLogEntry::getUserId)
                .map(audit.actor()::named)
                .orElse(audit.actor());
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

package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;

import io.fateflow.dsl.Party;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.task.JobProgress;
import io.fateflow.federation.status.JobStatus;

/** Somebody stopped the job. FATE lets them say as what: canceled, failed or timeout. */
public final class CancelJobAtParties extends EndJobAtParties {

    private final AuditLog audit;

    public CancelJobAtParties(JobStepServices parts, JobProgress progress, AuditLog audit) {
        super(parts, progress);
        this.audit = audit;
    }

    @Override
    void run(DelegateExecution execution, JobRow job, List<Party> parties) {
        Object asked = execution.getVariable(EngineProcesses.STOP_STATUS);
        JobStatus status = asked == null ? JobStatus.CANCELED : JobStatus.of((String) asked);
        String why = why(execution, "the job was stopped");
        end(job, parties, status, why);
        jobs().requests().cancel(job.jobId());
        AuditAction action = action(execution);
        AuditEntry entry = AuditEntry.done(action).job(job.jobId()).with("status", status.wire());
        audit.write(action == AuditAction.PREEMPT ? entry.with("why", why) : entry);
        if (action != AuditAction.PREEMPT) {
            notifications().ended(job.jobId(), job.party(), status);
        }
    }

    /** {@link JobProcessEnded} calls this step at the end of a process that somebody deleted. */
    private static AuditAction action(DelegateExecution execution) {
        if (ExecutionListener.EVENTNAME_END.equals(execution.getEventName())) {
            return AuditAction.PROCESS_DELETE;
        }
        return execution.getVariable(EngineProcesses.PREEMPTED) == null ? AuditAction.STOP : AuditAction.PREEMPT;
    }
}

package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.lifecycle.JobStatus;
import io.fateflow.engine.task.JobProgress;

/** Somebody stopped the job. FATE lets them say as what: canceled, failed or timeout. */
public final class CancelJobAtParties extends EndJobAtParties {

    public CancelJobAtParties(JobParts parts, JobProgress progress) {
        super(parts, progress);
    }

    @Override
    void run(DelegateExecution execution, JobRow job, List<Party> parties) {
        Object asked = execution.getVariable(EngineProcesses.STOP_STATUS);
        JobStatus status = asked == null ? JobStatus.CANCELED : JobStatus.of((String) asked);
        end(job, parties, status, why(execution, "the job was stopped"));
        jobs().cancelSignal(job.jobId());
    }
}

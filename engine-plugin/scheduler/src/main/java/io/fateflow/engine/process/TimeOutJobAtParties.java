package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.task.JobProgress;
import io.fateflow.federation.status.JobStatus;

/** The job has taken longer than its timeout, queueing included. */
public final class TimeOutJobAtParties extends EndJobAtParties {

    public TimeOutJobAtParties(JobStepServices parts, JobProgress progress) {
        super(parts, progress);
    }

    @Override
    void run(DelegateExecution execution, JobRow job, List<Party> parties) {
        String why = "FFB-3002 the job has taken longer than its timeout, %s, waiting included%s"
                .formatted(
                        execution.getVariable(CompileDsl.JOB_TIMEOUT),
                        waitReason(job).map(reason -> "; it waited: " + reason).orElse(""));
        end(job, parties, JobStatus.TIMEOUT, why);
        jobs().statuses().error(job.jobId(), why);
        notifications().ended(job.jobId(), job.party(), JobStatus.TIMEOUT);
    }
}

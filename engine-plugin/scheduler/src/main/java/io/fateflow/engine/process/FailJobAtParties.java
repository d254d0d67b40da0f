package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.task.JobProgress;
import io.fateflow.federation.status.JobStatus;

/** A component has failed for good, or a party has refused the job: it has failed, at every party. */
public final class FailJobAtParties extends EndJobAtParties {

    public FailJobAtParties(JobStepServices parts, JobProgress progress) {
        super(parts, progress);
    }

    @Override
    void run(DelegateExecution execution, JobRow job, List<Party> parties) {
        end(job, parties, JobStatus.FAILED, "another component of the job has failed");
        notifications().ended(job.jobId(), job.party(), JobStatus.FAILED);
    }
}

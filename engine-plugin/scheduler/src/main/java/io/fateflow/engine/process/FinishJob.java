package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobRow;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.status.JobStatus;

/** All components have succeeded: the model is kept, the job is a success at every party and holds nothing any more. */
public final class FinishJob extends JobStep {

    public FinishJob(JobStepServices parts) {
        super(parts);
    }

    @Override
    void run(DelegateExecution execution, JobRow job, List<Party> parties) {
        lockGate(job);
        send(job, parties, new PartyCommand.SavePipelineModel());
        send(job, parties, new PartyCommand.SetProgress(100));
        send(job, parties, new PartyCommand.SetJobStatus(JobStatus.SUCCESS));
        send(job, parties, new PartyCommand.ReturnJobResources());
        notifications().ended(job.jobId(), job.party(), JobStatus.SUCCESS);
    }
}

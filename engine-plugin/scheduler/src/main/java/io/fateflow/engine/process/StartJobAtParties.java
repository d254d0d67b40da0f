package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobRow;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.status.JobStatus;

/** The job runs, at every party. */
public final class StartJobAtParties extends JobStep {

    public StartJobAtParties(JobStepServices parts) {
        super(parts);
    }

    @Override
    void run(DelegateExecution execution, JobRow job, List<Party> parties) {
        send(job, parties, new PartyCommand.SetJobStatus(JobStatus.RUNNING));
    }
}

package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.task.JobProgress;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.status.TaskStatus;

/** Stops what still runs of a job, sets its status at every party, and gives back all it holds. */
abstract class EndJobAtParties extends JobStep {

    private final JobProgress progress;

    EndJobAtParties(JobStepServices parts, JobProgress progress) {
        super(parts);
        this.progress = progress;
    }

    final void end(JobRow job, List<Party> parties, JobStatus status, String why) {
        send(job, parties, new PartyCommand.StopTasks(TaskStatus.of(status.wire()), why));
        lockGate(job);
        send(job, parties, new PartyCommand.SetProgress(progress.percent(job.jobId())));
        send(job, parties, new PartyCommand.SetJobStatus(status));
        send(job, parties, new PartyCommand.ReturnJobResources());
    }

    static String why(DelegateExecution execution, String otherwise) {
        Object why = execution.getVariable(EngineProcesses.STOP_WHY);
        return why == null ? otherwise : (String) why;
    }
}

package io.fateflow.engine.process;

import java.util.List;

import io.fateflow.dsl.Party;
import io.fateflow.engine.federation.PartyCommand;
import io.fateflow.engine.federation.PartyGateway;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.lifecycle.JobStatus;

/** What makes an ended job a waiting one: the same for the operator's retry and for {@link JobReruns}. */
public final class RerunPreparation {

    private final JobStore jobs;
    private final PartyGateway gateway;

    public RerunPreparation(JobStore jobs, PartyGateway gateway) {
        this.jobs = jobs;
        this.gateway = gateway;
    }

    void prepare(String jobId, List<Party> parties) {
        jobs.resetForRerun(jobId);
        Replies.firstTrouble(gateway.send(jobId, parties, new PartyCommand.SetJobStatus(JobStatus.WAITING)))
                .ifPresent(trouble -> {
                    throw new IllegalStateException("job %s can't wait again: %s".formatted(jobId, trouble));
                });
    }
}

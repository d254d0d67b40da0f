package io.fateflow.engine.process;

import java.util.List;
import java.util.stream.Stream;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.PartyGateway;
import io.fateflow.federation.status.JobStatus;

/** What makes an ended job a waiting one: the same for the operator's retry and for {@link JobReruns}. */
public final class RerunPreparation {

    private final JobStore jobs;
    private final TaskStore tasks;
    private final PartyGateway gateway;

    public RerunPreparation(JobStore jobs, TaskStore tasks, PartyGateway gateway) {
        this.jobs = jobs;
        this.tasks = tasks;
        this.gateway = gateway;
    }

    /** Writes the attempt after this one down, at all of its parties. */
    void nextVersion(String jobId, TaskKey key) {
        tasks.versions().insertNext(key.taskId(), key.version());
        gateway.send(jobId, gateway.elsewhere(jobId), new PartyCommand.CreateTask(key.taskId(), key.version() + 1));
    }

    /** @param local the job's parties on this site */
    void prepare(String jobId, List<Party> local) {
        List<Party> parties = Stream.concat(local.stream(), gateway.elsewhere(jobId).stream())
                .distinct()
                .toList();
        jobs.statuses().resetForRerun(jobId);
        jobs.statuses()
                .timeout(
                        jobId,
                        CompileDsl.timeout(Json.read(jobs.bodies().of(jobId).runtimeConf())));
        Replies.firstTrouble(gateway.send(jobId, parties, new PartyCommand.SetJobStatus(JobStatus.WAITING)))
                .ifPresent(trouble -> {
                    throw new IllegalStateException("job %s can't wait again: %s".formatted(jobId, trouble));
                });
    }
}

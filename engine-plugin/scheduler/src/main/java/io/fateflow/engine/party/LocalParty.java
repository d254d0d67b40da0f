package io.fateflow.engine.party;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.model.PipelineModelStore;
import io.fateflow.engine.resource.EngineName;
import io.fateflow.engine.resource.Grant;
import io.fateflow.engine.resource.ResourceManager;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.PartyCommandHandler;
import io.fateflow.federation.PartyReply;
import io.fateflow.federation.status.JobStatus;

/** The commands of an initiator, done on this site's rows. */
public final class LocalParty implements PartyCommandHandler {

    private final JobCreation creation;
    private final JobUpdate update;
    private final JobStore jobs;
    private final PipelineModelStore models;
    private final ResourceManager resources;
    private final EngineName engine;
    private final PartyTasks tasks;
    private final ReleasedResources released;

    public LocalParty(
            JobCreation creation,
            JobUpdate update,
            JobStore jobs,
            PipelineModelStore models,
            ResourceManager resources,
            EngineName engine,
            PartyTasks tasks,
            ReleasedResources released) {
        this.creation = creation;
        this.update = update;
        this.jobs = jobs;
        this.models = models;
        this.resources = resources;
        this.engine = engine;
        this.tasks = tasks;
        this.released = released;
    }

    @Override
    public Map<Party, PartyReply> handle(String jobId, List<Party> parties, PartyCommand command) {
        if (command instanceof PartyCommand.CreateJob create) {
            return creation.create(jobId, parties, create);
        }
        if (command instanceof PartyCommand.CheckJob check) {
            return creation.check(parties, check);
        }
        if (command instanceof PartyCommand.UpdateJob change) {
            return update.update(jobId, parties, change);
        }
        if (command instanceof PartyCommand.ApplyJobResources) {
            return apply(jobId, parties);
        }
        if (command instanceof PartyCommand.ReturnJobResources) {
            if (resources.returnAll(jobId)) {
                released.wakeWaiting(engine);
            }
        } else if (command instanceof PartyCommand.SetJobStatus set) {
            setStatus(jobId, parties, set.status());
        } else if (command instanceof PartyCommand.SavePipelineModel) {
            models.trained(jobId, parties);
        } else if (command instanceof PartyCommand.SetProgress set) {
            jobs.progress(jobId, set.percent());
        } else if (command instanceof PartyCommand.StartTask start) {
            tasks.start(start.taskId(), start.version(), parties, start.waiterInstanceId());
        } else if (command instanceof PartyCommand.StopTask stop) {
            tasks.stop(stop.taskId(), stop.version(), parties, stop.status(), stop.why());
        } else if (command instanceof PartyCommand.StopTasks stop) {
            tasks.stopAll(jobId, parties, stop.status(), stop.why());
        }
        return allDone(parties);
    }

    /** A job that ends while it waits may have been the one that no other could pass. */
    private void setStatus(String jobId, List<Party> parties, JobStatus status) {
        boolean waited = status.isEnd()
                && jobs.initiatorRow(jobId)
                        .filter(job -> job.status() == JobStatus.WAITING && job.waitReason() != null)
                        .isPresent();
        jobs.status(jobId, parties, status);
        if (waited) {
            released.wakeWaiting(engine);
        }
    }

    /** One after the other in the global order, up to the first refusal. */
    private Map<Party, PartyReply> apply(String jobId, List<Party> parties) {
        Map<Party, PartyReply> replies = new LinkedHashMap<>();
        for (JobRow row : jobs.rows(jobId)) {
            if (!parties.contains(row.party())) {
                continue;
            }
            Grant grant = resources.applyJob(
                    jobId, row.party().role(), Long.toString(row.party().partyId()), engine, row.jobResources());
            if (grant instanceof Grant.Refused refused) {
                replies.put(row.party(), new PartyReply.Refused(row.party(), refused.reason()));
                return replies;
            }
            replies.put(row.party(), PartyReply.DONE);
        }
        return replies;
    }

    private static Map<Party, PartyReply> allDone(List<Party> parties) {
        Map<Party, PartyReply> replies = new LinkedHashMap<>();
        parties.forEach(party -> replies.put(party, PartyReply.DONE));
        return replies;
    }
}

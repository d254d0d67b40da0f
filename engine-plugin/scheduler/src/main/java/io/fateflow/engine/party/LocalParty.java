package io.fateflow.engine.party;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.fateflow.dsl.Party;
import io.fateflow.engine.consent.Consents;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.model.PipelineModelStore;
import io.fateflow.engine.resource.EngineName;
import io.fateflow.engine.resource.Grant;
import io.fateflow.engine.resource.ResourceManager;
import io.fateflow.engine.resource.placement.NodePlacements;
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
    private final NodePlacements placements;
    private final Consents consents;

    public LocalParty(
            JobCreation creation,
            JobUpdate update,
            JobStore jobs,
            PipelineModelStore models,
            ResourceManager resources,
            EngineName engine,
            PartyTasks tasks,
            ReleasedResources released,
            NodePlacements placements,
            Consents consents) {
        this.creation = creation;
        this.update = update;
        this.jobs = jobs;
        this.models = models;
        this.resources = resources;
        this.engine = engine;
        this.tasks = tasks;
        this.released = released;
        this.placements = placements;
        this.consents = consents;
    }

    @Override
    public Map<Party, PartyReply> handle(String jobId, List<Party> parties, PartyCommand command) {
        return command.accept(new Doing(jobId, parties));
    }

    /** Does a command for parties of a job. */
    private final class Doing implements PartyCommand.Visitor<Map<Party, PartyReply>> {

        private final String jobId;
        private final List<Party> parties;

        Doing(String jobId, List<Party> parties) {
            this.jobId = jobId;
            this.parties = parties;
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.CreateJob command) {
            return creation.create(jobId, parties, command);
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.CheckJob command) {
            return creation.check(jobId, parties, command);
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.UpdateJob command) {
            return update.update(jobId, parties, command);
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.ApplyJobResources command) {
            return apply(jobId, parties);
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.ReturnJobResources command) {
            if (resources.returnAll(jobId)) {
                released.wakeWaiting(engine);
            }
            return allDone();
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.SetJobStatus command) {
            setStatus(jobId, parties, command.status());
            return allDone();
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.SavePipelineModel command) {
            models.trained(jobId, parties);
            return allDone();
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.SetProgress command) {
            jobs.statuses().progress(jobId, command.percent());
            return allDone();
        }

        /** The initiator has written it down for its own site, too. */
        @Override
        public Map<Party, PartyReply> on(PartyCommand.CreateTask command) {
            return allDone();
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.StartTask command) {
            tasks.start(command.taskId(), command.version(), parties, command.waiterInstanceId());
            return allDone();
        }

        /** The rows say so already: they are the ones that the initiator has decided by. */
        @Override
        public Map<Party, PartyReply> on(PartyCommand.TaskEnded command) {
            return allDone();
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.StopTask command) {
            tasks.stop(command.taskId(), command.version(), parties, command.status(), command.why());
            return allDone();
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.StopTasks command) {
            tasks.stopAll(jobId, parties, command.status(), command.why());
            return allDone();
        }

        private Map<Party, PartyReply> allDone() {
            Map<Party, PartyReply> replies = new LinkedHashMap<>();
            parties.forEach(party -> replies.put(party, PartyReply.DONE));
            return replies;
        }
    }

    /** A job that ends while it waits may have been the one that no other could pass. */
    private void setStatus(String jobId, List<Party> parties, JobStatus status) {
        boolean waited = status.isEnd()
                && jobs.initiatorRow(jobId)
                        .filter(job -> job.status() == JobStatus.WAITING && job.waitReason() != null)
                        .isPresent();
        jobs.statuses().move(jobId, parties, status);
        if (status.isEnd()) {
            parties.forEach(party -> consents.jobEnded(jobId, party));
        }
        if (waited) {
            released.wakeWaiting(engine);
        }
    }

    /**
     * One after the other in the global order, up to the first refusal. What is wanted of nodes is taken first, for all of them
     * together: its lock comes before the engine's.
     */
    private Map<Party, PartyReply> apply(String jobId, List<Party> parties) {
        Map<Party, PartyReply> replies = new LinkedHashMap<>();
        List<JobRow> rows = jobs.rows(jobId).stream()
                .filter(row -> parties.contains(row.party()))
                .toList();
        if (rows.stream().anyMatch(JobRow::needsNodes)) {
            placements.lockJob(jobId);
            Optional<Map.Entry<Party, String>> refusal = placements.reserve(jobId, parties);
            if (refusal.isPresent()) {
                Party party = refusal.get().getKey();
                replies.put(party, new PartyReply.Refused(party, refusal.get().getValue()));
                return replies;
            }
        }
        for (JobRow row : rows) {
            Grant grant =
                    resources.applyJob(jobId, row.party().role(), row.party().idText(), engine, row.jobResources());
            if (grant instanceof Grant.Refused refused) {
                if (row.needsNodes()) {
                    placements.releaseJob(jobId, row.party());
                }
                replies.put(row.party(), new PartyReply.Refused(row.party(), refused.reason()));
                return replies;
            }
            replies.put(row.party(), PartyReply.DONE);
        }
        return replies;
    }
}

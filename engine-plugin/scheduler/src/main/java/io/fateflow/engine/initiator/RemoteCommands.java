package io.fateflow.engine.initiator;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.Json;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.PartyCommandHandler;
import io.fateflow.federation.PartyReply;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.federation.wire.JobAddress;
import io.fateflow.federation.wire.JobCall;
import io.fateflow.federation.wire.TaskAddress;
import io.fateflow.federation.wire.TaskCall;

/**
 * Which calls a command is to parties on other sites, in FATE's order, and what becomes of their rows here. Resources are
 * not among them: {@link GangReservation} asks one party after the other.
 */
public final class RemoteCommands implements PartyCommandHandler {

    private final CommandOutbox outbox;
    private final RemoteParties parties;
    private final JobStore jobs;
    private final TaskStore tasks;
    private final CollectPlan collecting;
    private final RemoteProcesses processes;

    public RemoteCommands(
            CommandOutbox outbox,
            RemoteParties parties,
            JobStore jobs,
            TaskStore tasks,
            CollectPlan collecting,
            RemoteProcesses processes) {
        this.outbox = outbox;
        this.parties = parties;
        this.jobs = jobs;
        this.tasks = tasks;
        this.collecting = collecting;
        this.processes = processes;
    }

    @Override
    public Map<Party, PartyReply> handle(String jobId, List<Party> receivers, PartyCommand command) {
        Queueing queueing = new Queueing(jobId, receivers, outbox.fresh());
        Map<Party, PartyReply> replies = command.accept(queueing);
        outbox.write(queueing.commands);
        if (queueing.awaitsReports) {
            // not a process for each attempt: most have ended before anybody needs to ask
            processes.startWatch(jobId);
        }
        return replies;
    }

    /** Writes down what a command is to parties of a job. That is all that can be answered for them now. */
    private final class Queueing implements PartyCommand.Visitor<Map<Party, PartyReply>> {

        private final String jobId;
        private final List<Party> receivers;
        private final NewCommands commands;
        private boolean awaitsReports;

        Queueing(String jobId, List<Party> receivers, NewCommands commands) {
            this.jobId = jobId;
            this.receivers = receivers;
            this.commands = commands;
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.CreateJob command) {
            return toEach(at -> create(at, commands));
        }

        /** They are asked before the job is there. */
        @Override
        public Map<Party, PartyReply> on(PartyCommand.CheckJob command) {
            return nothing();
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.UpdateJob command) {
            ObjectNode body = parameters(command.runtimeConf());
            return toEach(at -> commands.add(new JobCall.UpdateParameters(at, body)));
        }

        /** {@link GangReservation} asks one after the other. */
        @Override
        public Map<Party, PartyReply> on(PartyCommand.ApplyJobResources command) {
            return nothing();
        }

        /** A party gives back what it holds when it is told of the job's end, or asked by {@link GangReservation}. */
        @Override
        public Map<Party, PartyReply> on(PartyCommand.ReturnJobResources command) {
            return nothing();
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.SetJobStatus command) {
            if (command.status().isEnd()) {
                processes.endWatch(jobId);
            }
            return toEach(at -> setStatus(at, command.status(), commands));
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.SavePipelineModel command) {
            return toEach(at -> commands.add(new JobCall.SaveModel(at)));
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.SetProgress command) {
            progress(jobId, receivers, command.percent(), commands);
            return queued();
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.CreateTask command) {
            rows(command.taskId(), command.version(), receivers).forEach(row -> next(row, command.version(), commands));
            return queued();
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.StartTask command) {
            List<TaskRow> rows = rows(command.taskId(), command.version(), receivers).stream()
                    .filter(row -> row.status() == TaskStatus.WAITING)
                    .toList();
            tasks.start(rows.stream().map(TaskRow::key).toList(), command.waiterInstanceId());
            rows.forEach(this::start);
            return queued();
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.TaskEnded command) {
            rows(command.taskId(), command.version(), receivers).forEach(row -> end(row, command.status(), commands));
            return queued();
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.StopTask command) {
            rows(command.taskId(), command.version(), receivers).forEach(row -> end(row, command.status(), commands));
            return queued();
        }

        @Override
        public Map<Party, PartyReply> on(PartyCommand.StopTasks command) {
            stopAll(jobId, receivers, command.status(), commands);
            return queued();
        }

        private void start(TaskRow row) {
            commands.add(new TaskCall.SetTaskStatus(address(row), TaskStatus.RUNNING));
            commands.addWithLateBody(new TaskCall.StartTask(address(row), ""));
            Duration every = collecting.every(row);
            if (every.equals(CollectPlan.PUSHED)) {
                awaitsReports = true;
            } else {
                processes.startCollect(row.key(), every);
            }
        }

        private Map<Party, PartyReply> toEach(Consumer<JobAddress> call) {
            receivers.forEach(party -> call.accept(new JobAddress(jobId, party)));
            return queued();
        }

        private Map<Party, PartyReply> nothing() {
            return queued();
        }

        private Map<Party, PartyReply> queued() {
            Map<Party, PartyReply> replies = new LinkedHashMap<>();
            receivers.forEach(party -> replies.put(party, PartyReply.DONE));
            return replies;
        }
    }

    /** In one message, where the party is ours: what {@link GangReservation} would ask first is asked with it. */
    private static void create(JobAddress at, NewCommands commands) {
        commands.addWithLateBody(new JobCall.CreateJob(at, Json.object()));
        commands.addWithLateBody(new JobCall.SetJobStatus(at, JobStatus.WAITING, Json.object()));
        commands.add(new JobCall.CheckDependence(at));
    }

    private static ObjectNode parameters(ObjectNode runtimeConf) {
        ObjectNode body = Json.object();
        body.set(JobConf.JOB_PARAMETERS, runtimeConf.path(JobConf.JOB_PARAMETERS));
        body.set(JobConf.COMPONENT_PARAMETERS, runtimeConf.path(JobConf.COMPONENT_PARAMETERS));
        body.putArray("components");
        return body;
    }

    private void setStatus(JobAddress at, JobStatus status, NewCommands commands) {
        if (status == JobStatus.RUNNING) {
            commands.add(new JobCall.StartJob(at, Json.object()));
        } else if (status == JobStatus.WAITING) {
            runAgain(at, commands);
        } else {
            commands.addWithLateBody(new JobCall.SetJobStatus(at, status, Json.object()));
            commands.add(new JobCall.StopJob(at, status));
            commands.add(new JobCall.CleanJob(at, roles(at.jobId())));
        }
    }

    private void runAgain(JobAddress at, NewCommands commands) {
        if (!parties.takingPart(at.jobId()).contains(at.party())) {
            create(at, commands);
            return;
        }
        commands.addWithLateBody(new JobCall.SetJobStatus(at, JobStatus.WAITING, Json.object()));
        ObjectNode fresh = Json.object()
                .put("ready_signal", false)
                .putNull("ready_time")
                .put("rerun_signal", false)
                .put("progress", 0)
                .putNull("end_time")
                .putNull("elapsed");
        commands.add(new JobCall.UpdateJob(
                at, JobCall.progress(at, sender(at.jobId()), 0).fields().setAll(fresh)));
    }

    private ObjectNode roles(String jobId) {
        return (ObjectNode) Json.read(jobs.bodies().of(jobId).runtimeConf()).path("role");
    }

    private JobAddress sender(String jobId) {
        return new JobAddress(jobId, jobs.initiatorRow(jobId).orElseThrow().party());
    }

    /** Only what is news. */
    private void progress(String jobId, List<Party> receivers, int percent, NewCommands commands) {
        JobRow own = jobs.initiatorRow(jobId).orElseThrow();
        if (percent > own.progress()) {
            JobAddress sender = new JobAddress(jobId, own.party());
            receivers.forEach(party -> commands.add(JobCall.progress(new JobAddress(jobId, party), sender, percent)));
        }
    }

    private List<TaskRow> rows(String taskId, int version, List<Party> parties) {
        return tasks.lock(taskId, version).stream()
                .filter(row -> parties.contains(row.key().party()))
                .toList();
    }

    /** FATE's path has the version before. */
    private static void next(TaskRow row, int version, NewCommands commands) {
        TaskKey key = row.key();
        TaskAddress before = new TaskAddress(row.jobId(), row.componentName(), key.taskId(), version - 1, key.party());
        commands.add(new TaskCall.CleanTask(before, "metrics"));
        commands.add(new TaskCall.CreateTask(before, Json.object().put("task_version", version)));
    }

    private void end(TaskRow row, TaskStatus status, NewCommands commands) {
        commands.add(new TaskCall.SetTaskStatus(address(row), status));
        commands.add(new TaskCall.StopTask(address(row), status, true));
        if (!row.partyStatus().isEnd()) {
            processes.endCollect(row.key());
        }
    }

    private void stopAll(String jobId, List<Party> parties, TaskStatus status, NewCommands commands) {
        List<TaskRow> running = tasks.lockOngoing(jobId).stream()
                .filter(row -> row.status() == TaskStatus.RUNNING
                        && parties.contains(row.key().party()))
                .toList();
        outbox.lock(jobId);
        outbox.dropAsks(jobId);
        running.forEach(row -> end(row, status, commands));
        running.forEach(
                row -> tasks.federatedStatus(row.key().taskId(), row.key().version(), status));
    }

    static TaskAddress address(TaskRow row) {
        TaskKey key = row.key();
        return new TaskAddress(row.jobId(), row.componentName(), key.taskId(), key.version(), key.party());
    }
}

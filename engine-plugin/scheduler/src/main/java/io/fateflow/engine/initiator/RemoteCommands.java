package io.fateflow.engine.initiator;

import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.federation.PartyCommand;
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
public final class RemoteCommands {

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

    /** Writes the calls of one command down. */
    void queue(String jobId, List<Party> parties, PartyCommand command) {
        if (command instanceof PartyCommand.CreateJob) {
            parties.forEach(party -> create(new JobAddress(jobId, party)));
        } else if (command instanceof PartyCommand.UpdateJob change) {
            ObjectNode body = parameters(change.runtimeConf());
            parties.forEach(party -> outbox.add(new JobCall.UpdateParameters(new JobAddress(jobId, party), body)));
        } else if (command instanceof PartyCommand.SetJobStatus set) {
            parties.forEach(party -> setStatus(new JobAddress(jobId, party), set.status()));
        } else if (command instanceof PartyCommand.SavePipelineModel) {
            parties.forEach(party -> outbox.add(new JobCall.SaveModel(new JobAddress(jobId, party))));
        } else if (command instanceof PartyCommand.SetProgress set) {
            progress(jobId, set.percent());
        } else {
            ofTask(jobId, parties, command);
        }
    }

    private void ofTask(String jobId, List<Party> parties, PartyCommand command) {
        if (command instanceof PartyCommand.CreateTask create) {
            rows(create.taskId(), create.version(), parties).forEach(row -> next(row, create.version()));
        } else if (command instanceof PartyCommand.StartTask start) {
            List<TaskRow> rows = rows(start.taskId(), start.version(), parties).stream()
                    .filter(row -> row.status() == TaskStatus.WAITING)
                    .toList();
            tasks.start(rows.stream().map(TaskRow::key).toList(), start.waiterInstanceId());
            rows.forEach(this::start);
        } else if (command instanceof PartyCommand.TaskEnded ended) {
            rows(ended.taskId(), ended.version(), parties).forEach(row -> end(row, ended.status()));
        } else if (command instanceof PartyCommand.StopTask stop) {
            rows(stop.taskId(), stop.version(), parties).forEach(row -> end(row, stop.status()));
        } else if (command instanceof PartyCommand.StopTasks stop) {
            stopAll(jobId, parties, stop.status());
        }
    }

    private void create(JobAddress at) {
        outbox.addWithLateBody(new JobCall.CreateJob(at, Json.object()));
        outbox.addWithLateBody(new JobCall.SetJobStatus(at, JobStatus.WAITING, Json.object()));
    }

    private static ObjectNode parameters(ObjectNode runtimeConf) {
        ObjectNode body = Json.object();
        body.set("job_parameters", runtimeConf.path("job_parameters"));
        body.set("component_parameters", runtimeConf.path("component_parameters"));
        body.putArray("components");
        return body;
    }

    private void setStatus(JobAddress at, JobStatus status) {
        if (status == JobStatus.RUNNING) {
            outbox.add(new JobCall.StartJob(at, Json.object()));
        } else if (status == JobStatus.WAITING) {
            runAgain(at);
        } else {
            outbox.addWithLateBody(new JobCall.SetJobStatus(at, status, Json.object()));
            outbox.add(new JobCall.StopJob(at, status));
            outbox.add(new JobCall.CleanJob(at, roles(at.jobId())));
        }
    }

    private void runAgain(JobAddress at) {
        if (!parties.takingPart(at.jobId()).contains(at.party())) {
            create(at);
            return;
        }
        outbox.addWithLateBody(new JobCall.SetJobStatus(at, JobStatus.WAITING, Json.object()));
        ObjectNode fresh = Json.object()
                .put("ready_signal", false)
                .putNull("ready_time")
                .put("rerun_signal", false)
                .put("progress", 0)
                .putNull("end_time")
                .putNull("elapsed");
        outbox.add(new JobCall.UpdateJob(
                at, JobCall.progress(at, sender(at.jobId()), 0).fields().setAll(fresh)));
    }

    private ObjectNode roles(String jobId) {
        return (ObjectNode) Json.read(jobs.body(jobId).runtimeConf()).path("role");
    }

    private JobAddress sender(String jobId) {
        return new JobAddress(jobId, jobs.initiatorRow(jobId).orElseThrow().party());
    }

    /** To every party that takes part, and only what is news. */
    private void progress(String jobId, int percent) {
        JobRow own = jobs.initiatorRow(jobId).orElseThrow();
        if (percent > own.progress()) {
            JobAddress sender = new JobAddress(jobId, own.party());
            parties.takingPart(jobId)
                    .forEach(party -> outbox.add(JobCall.progress(new JobAddress(jobId, party), sender, percent)));
        }
    }

    private List<TaskRow> rows(String taskId, int version, List<Party> parties) {
        return tasks.lock(taskId, version).stream()
                .filter(row -> parties.contains(party(row.key())))
                .toList();
    }

    /** FATE's path has the version before. */
    private void next(TaskRow row, int version) {
        TaskKey key = row.key();
        TaskAddress before = new TaskAddress(row.jobId(), row.componentName(), key.taskId(), version - 1, party(key));
        outbox.add(new TaskCall.CleanTask(before, "metrics"));
        outbox.add(new TaskCall.CreateTask(before, Json.object().put("task_version", version)));
    }

    private void start(TaskRow row) {
        outbox.add(new TaskCall.SetTaskStatus(address(row), TaskStatus.RUNNING));
        outbox.addWithLateBody(new TaskCall.StartTask(address(row), ""));
        processes.startCollect(row.key(), collecting.every(row));
    }

    private void end(TaskRow row, TaskStatus status) {
        outbox.add(new TaskCall.SetTaskStatus(address(row), status));
        outbox.add(new TaskCall.StopTask(address(row), status, true));
        processes.endCollect(row.key());
    }

    private void stopAll(String jobId, List<Party> parties, TaskStatus status) {
        List<TaskRow> running = tasks.lockOngoing(jobId).stream()
                .filter(row -> row.status() == TaskStatus.RUNNING && parties.contains(party(row.key())))
                .toList();
        outbox.lock(jobId);
        outbox.dropAsks(jobId);
        running.forEach(row -> end(row, status));
        running.forEach(
                row -> tasks.federatedStatus(row.key().taskId(), row.key().version(), status));
    }

    static TaskAddress address(TaskRow row) {
        TaskKey key = row.key();
        return new TaskAddress(row.jobId(), row.componentName(), key.taskId(), key.version(), party(key));
    }

    static Party party(TaskKey key) {
        return new Party(key.role(), Long.parseLong(key.partyId()));
    }
}

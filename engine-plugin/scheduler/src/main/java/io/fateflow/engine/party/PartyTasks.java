package io.fateflow.engine.party;

import java.util.List;

import io.fateflow.dsl.Party;
import io.fateflow.engine.task.LockedAttempt;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.federation.status.TaskStatus;

/** Starts and stops attempts at the parties of this site. */
public final class PartyTasks {

    private final TaskStore tasks;
    private final PartyProcesses processes;

    public PartyTasks(TaskStore tasks, PartyProcesses processes) {
        this.tasks = tasks;
        this.processes = processes;
    }

    /** Starts an attempt at some parties; one that runs already is left alone. */
    void start(String taskId, int version, List<Party> parties, String waiterInstanceId) {
        LockedAttempt before = new LockedAttempt(tasks.lock(taskId, version));
        List<TaskRow> fresh = before.rows().stream()
                .filter(row -> parties.contains(row.key().party()) && row.status() == TaskStatus.WAITING)
                .toList();
        tasks.start(fresh.stream().map(TaskRow::key).toList(), waiterInstanceId);
        LockedAttempt started = before;
        for (TaskRow row : fresh) {
            started = started.with(row.started(waiterInstanceId));
        }
        for (TaskRow row : fresh) {
            processes.start(row.key(), started);
        }
    }

    /** Stops an attempt at some parties; where it has ended well, it gets to know why that was in vain. */
    public void stop(String taskId, int version, List<Party> parties, TaskStatus status, String why) {
        List<TaskRow> rows = tasks.lock(taskId, version).stream()
                .filter(row -> parties.contains(row.key().party()))
                .toList();
        rows.forEach(row -> stop(row, status, why));
        // FATE's initiators stop what has succeeded, too: nothing is to be explained then
        if (!status.isSuccess()) {
            rows.stream().filter(row -> row.partyStatus().isSuccess()).forEach(row -> tasks.explain(row.key(), why));
        }
    }

    /** Stops all of a job's attempts that have not ended at some parties. */
    void stopAll(String jobId, List<Party> parties, TaskStatus status, String why) {
        List<TaskRow> ongoing = tasks.lockOngoing(jobId).stream()
                .filter(row -> parties.contains(row.key().party()))
                .toList();
        ongoing.forEach(row -> stop(row, status, why));
        ongoing.stream()
                .filter(row -> row.status() == TaskStatus.RUNNING)
                .map(TaskRow::key)
                .map(key -> new Attempt(key.taskId(), key.version()))
                .distinct()
                .forEach(attempt -> tasks.federatedStatus(attempt.taskId(), attempt.version(), status));
    }

    private record Attempt(String taskId, int version) {}

    private void stop(TaskRow row, TaskStatus status, String why) {
        if (row.status() != TaskStatus.WAITING && !row.partyStatus().isEnd()) {
            processes.stop(row.key(), status, why);
        }
    }
}

package io.fateflow.webapp.worker;

import java.time.Duration;
import java.util.List;

import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.WorkerState;

/** {@link io.fateflow.worker.api.ExecutorTasks} as the server sees it: tasks are known by their handle. */
public interface TaskDesk {

    /** Takes tasks for a worker, waiting for the first one. */
    List<ExecutorTask> fetch(String workerId, int max, Duration wait);

    /** Prolongs the hold, and notes where the executor runs; whether the task is still wanted. */
    boolean heartbeat(String workerId, String id, String runIp, long pid);

    /** Says how a worker is; whether it is to take no more tasks. */
    boolean alive(WorkerState state);

    /** As {@link #alive}, for a worker in this server's own process: it lives as long as this server does. */
    default boolean aliveHere(WorkerState state) {
        return alive(state);
    }

    /** Has a worker go on with what others have noted that have ended; see the worker's port. */
    void takeOver(String workerId, List<String> ended, List<String> held);

    /** Tells a worker to take no more tasks, or to take them again; how many of that name there are. */
    int drain(String worker, boolean drain);

    /** Reports the end of an executor; whether the report was taken. */
    boolean complete(String workerId, String id, ExecutorReport report);

    /** Waits until one of the held tasks is no longer wanted, or the time is up. */
    List<String> awaitRevoked(String workerId, List<String> held, Duration wait);
}

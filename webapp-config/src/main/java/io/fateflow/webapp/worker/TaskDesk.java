package io.fateflow.webapp.worker;

import java.time.Duration;
import java.util.List;

import io.fateflow.worker.ExecutorReport;
import io.fateflow.worker.ExecutorTask;

/** {@link io.fateflow.worker.ExecutorTasks} as the server sees it: tasks are known by their handle. */
public interface TaskDesk {

    /** Takes tasks for a worker, waiting for the first one. */
    List<ExecutorTask> fetch(String workerId, int max, Duration wait);

    /** Prolongs the hold, and notes where the executor runs; whether the task is still wanted. */
    boolean heartbeat(String workerId, String id, String runIp, long pid);

    /** Reports the end of an executor; whether the report was taken. */
    boolean complete(String workerId, String id, ExecutorReport report);

    /** Waits until one of the held tasks is no longer wanted, or the time is up. */
    List<String> awaitRevoked(String workerId, List<String> held, Duration wait);
}

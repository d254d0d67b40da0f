package io.fateflow.worker.api;

import java.time.Duration;
import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;

/**
 * The server as a worker sees it: tasks are known by their handle, {@link ExecutorTask#id}. The scheduler implements it for
 * the worker in its own process; workers on other machines call it over HTTP.
 *
 * <p>All calls are idempotent; all may throw {@link ServerUnreachableException}, after which the worker tries again
 * until the server is back: executors go on meanwhile.
 */
public interface ExecutorTasks {

    /**
     * Takes tasks for this worker, waiting for the first one. A worker has one such call under way at a time: what an earlier one
     * has taken and the worker does not hold was in an answer that it did not get, and is in this one.
     *
     * @param held handles of all tasks that the worker knows of
     * @param max how many at most, at least 1
     * @param wait how long to wait when there is none; the wait ends with the commit that creates a task
     * @return the tasks, now held by this worker; empty when the time was up
     */
    List<ExecutorTask> fetch(String workerId, List<String> held, int max, Duration wait);

    /**
     * Takes tasks for a worker that does not say what it holds. What was in an answer that it did not get is another's after two
     * minutes.
     *
     * @param max how many at most, at least 1
     * @param wait how long to wait when there is none; the wait ends with the commit that creates a task
     * @return the tasks, now held by this worker; empty when the time was up
     */
    List<ExecutorTask> fetch(String workerId, int max, Duration wait);

    /**
     * Says that the executor lives, and prolongs the hold.
     *
     * @param pid the executor's process id, 0 if not known yet
     * @return whether the task is still wanted; {@code false} means: stop the executor, report nothing
     */
    boolean heartbeat(String workerId, String id, long pid);

    /**
     * Says what the executor has measured so far. Replaces what was said before; the report at the end says it anew.
     *
     * @param metrics as in a result
     * @throws ReportRefusedException if the server can do nothing with them, now or later
     * @return whether the task is still this worker's, and wanted
     */
    boolean metrics(String workerId, String id, ArrayNode metrics);

    /**
     * Brings what the executor has logged, of a worker that shares no folder with the server. A part that was brought before is
     * left out; after a crash of the server and a lost answer its lines may be there twice.
     *
     * @throws ReportRefusedException if the server can do nothing with it, now or later
     * @return how far the server has that file; {@link LogPart#UNWANTED} if the task is not this worker's any more
     */
    long log(String workerId, String id, LogPart part);

    /**
     * Reports the end of the executor.
     *
     * @throws ReportRefusedException if the server can do nothing with it, now or later
     * @return whether the report was taken; {@code false} means that the task is not wanted any more
     */
    boolean complete(String workerId, String id, ExecutorReport report);

    /**
     * Waits until this worker is told to stop the executor of one of its tasks, or the time is up.
     *
     * @param held may change meanwhile: it is read anew at each look
     * @return handles ({@link ExecutorTask#id}) of tasks that are no longer wanted among {@code held}
     */
    List<String> awaitRevoked(String workerId, List<String> held, Duration wait);

    /**
     * Says how the worker is. To be said before the first task is taken, and from then on in a steady rhythm: a worker
     * that is silent for too long is taken for dead, and its attempts for lost.
     *
     * @return whether it is to take no more tasks, and to end when it has none left
     */
    boolean alive(WorkerState state);

    /**
     * Goes on with what workers of this machine have left that have ended. What they had taken, and not noted when they
     * ended, is free again.
     *
     * @param ended those workers; a worker that goes down may name itself
     * @param held handles of all tasks that they had noted: this worker's from now on
     */
    void takeOver(String workerId, List<String> ended, List<String> held);
}

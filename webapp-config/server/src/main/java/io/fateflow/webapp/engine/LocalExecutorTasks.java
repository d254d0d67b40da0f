package io.fateflow.webapp.engine;

import java.time.Duration;
import java.util.List;

import io.fateflow.database.DatabaseError;
import io.fateflow.webapp.worker.TaskDesk;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.ExecutorTasks;
import io.fateflow.worker.api.ReportRefusedException;
import io.fateflow.worker.api.ServerUnreachableException;
import io.fateflow.worker.api.WorkerState;

/** The server as its own worker sees it: without HTTP, and with the database as all that can be out of reach. */
final class LocalExecutorTasks implements ExecutorTasks {

    private static final String HERE = "127.0.0.1";

    private final TaskDesk desk;

    LocalExecutorTasks(TaskDesk desk) {
        this.desk = desk;
    }

    @Override
    public List<ExecutorTask> fetch(String workerId, int max, Duration wait) {
        return call(() -> desk.fetch(workerId, max, wait));
    }

    @Override
    public boolean heartbeat(String workerId, ExecutorTask task, long pid) {
        return call(() -> desk.heartbeat(workerId, task.id(), HERE, pid));
    }

    @Override
    public boolean complete(String workerId, ExecutorTask task, ExecutorReport report) {
        try {
            return call(() -> desk.complete(workerId, task.id(), report));
        } catch (IllegalArgumentException e) {
            throw new ReportRefusedException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public List<String> awaitRevoked(String workerId, List<String> held, Duration wait) {
        return call(() -> desk.awaitRevoked(workerId, held, wait));
    }

    @Override
    public boolean alive(WorkerState state) {
        return call(() -> desk.aliveHere(state));
    }

    @Override
    public void takeOver(String workerId, List<String> ended, List<String> held) {
        call(() -> {
            desk.takeOver(workerId, ended, held);
            return true;
        });
    }

    private static <T> T call(Call<T> call) {
        try {
            return call.make();
        } catch (RuntimeException e) {
            if (DatabaseError.isTransient(e)) {
                throw new ServerUnreachableException("The database does not answer now", e);
            }
            throw e;
        }
    }

    @FunctionalInterface
    private interface Call<T> {
        T make();
    }
}

package io.fateflow.engine.executor;

import java.nio.file.Path;
import java.util.List;

import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;

/**
 * What a server adds to the attempts that it hands out.
 *
 * @param uploadFolders from which an executor may read files that a user names
 * @param downloadFolders in which an executor may write files that a user names
 * @param listener hears of attempts
 */
public record ExecutorSurroundings(List<Path> uploadFolders, List<Path> downloadFolders, AttemptListener listener) {

    /** Nothing, and nobody. */
    public static ExecutorSurroundings none() {
        return new ExecutorSurroundings(List.of(), List.of(), new AttemptListener() {
            @Override
            public void taken(ExecutorTask task) {}

            @Override
            public void ended(String id, ExecutorReport report) {}
        });
    }

    /** Hears of the attempts that this server hands out and takes back. It must not throw. */
    public interface AttemptListener {

        /** A worker has taken an attempt. */
        void taken(ExecutorTask task);

        /** The report of an attempt was taken. */
        void ended(String id, ExecutorReport report);
    }
}

package io.fateflow.engine.executor;

import java.nio.file.Path;
import java.util.List;

import io.fateflow.engine.party.Providers;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;

/**
 * What a server adds to the attempts that it hands out.
 *
 * @param uploadFolders from which an executor may read files that a user names
 * @param downloadFolders in which an executor may write files that a user names
 * @param listener hears of attempts
 * @param providers who runs components here
 */
public record ExecutorSurroundings(
        List<Path> uploadFolders, List<Path> downloadFolders, AttemptListener listener, Providers providers) {

    /** Nothing, and nobody. */
    public static ExecutorSurroundings none() {
        AttemptListener nobody = new AttemptListener() {
            @Override
            public void taken(ExecutorTask task) {}

            @Override
            public void ended(String id, ExecutorReport report) {}
        };
        return new ExecutorSurroundings(List.of(), List.of(), nobody, Providers.builtInOnly());
    }

    /** Hears of the attempts that this server hands out and takes back. It must not throw. */
    public interface AttemptListener {

        /** A worker has taken an attempt. */
        void taken(ExecutorTask task);

        /** The report of an attempt was taken. */
        void ended(String id, ExecutorReport report);
    }
}

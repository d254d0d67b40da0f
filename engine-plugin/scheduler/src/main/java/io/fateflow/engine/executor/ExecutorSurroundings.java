package io.fateflow.engine.executor;

import java.nio.file.Path;
import java.util.List;

import io.fateflow.engine.party.Providers;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.LogPart;

/**
 * What a server adds to the attempts that it hands out.
 *
 * @param uploadFolders from which an executor may read files that a user names
 * @param downloadFolders in which an executor may write files that a user names
 * @param listener hears of attempts
 * @param providers who runs components here
 * @param logs what executors have logged whose machines share no folder with this server
 */
public record ExecutorSurroundings(
        List<Path> uploadFolders,
        List<Path> downloadFolders,
        AttemptListener listener,
        Providers providers,
        ExecutorLogs logs) {

    /** Nothing, and nobody. */
    public static ExecutorSurroundings none() {
        AttemptListener nobody = new AttemptListener() {
            @Override
            public void taken(ExecutorTask task) {}

            @Override
            public void ended(String id, ExecutorReport report) {}
        };
        return new ExecutorSurroundings(List.of(), List.of(), nobody, Providers.builtInOnly(), (attempt, part) -> {
            throw new UnsupportedOperationException("nobody keeps logs here");
        });
    }

    /** Keeps what is brought of executors' logs. */
    @FunctionalInterface
    public interface ExecutorLogs {

        /**
         * Adds a part to a log, unless it is there.
         *
         * @return how far that file of this executor is there
         * @throws io.fateflow.worker.api.ReportRefusedException if it is no part of a log
         */
        long add(TaskRow attempt, LogPart part);
    }

    /** Hears of the attempts that this server hands out and takes back. It must not throw. */
    public interface AttemptListener {

        /** A worker has taken an attempt. */
        void taken(ExecutorTask task);

        /** The report of an attempt was taken. */
        void ended(String id, ExecutorReport report);
    }
}

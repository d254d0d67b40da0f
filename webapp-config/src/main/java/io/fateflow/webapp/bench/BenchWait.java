package io.fateflow.webapp.bench;

import java.io.IOException;
import java.util.Set;

import io.fateflow.engine.query.JobQueries;

/** Waits for jobs by looking, as clients do. */
final class BenchWait {

    private static final long LOOK_MILLIS = 20;
    private static final Set<String> ONGOING = Set.of("waiting", "running");

    private BenchWait() {}

    /** Something to look at. */
    @FunctionalInterface
    interface Look<T> {
        T now() throws IOException, InterruptedException;
    }

    static void until(Look<Boolean> condition) throws IOException, InterruptedException {
        while (!condition.now()) {
            Thread.sleep(LOOK_MILLIS);
        }
    }

    /** @throws IllegalStateException if the job ends otherwise */
    static void untilSuccess(JobQueries queries, String jobId) throws IOException, InterruptedException {
        untilSuccess(jobId, () -> queries.status(jobId).orElseThrow());
    }

    /**
     * Waits for a job of which only its status can be asked.
     *
     * @throws IllegalStateException if the job ends otherwise
     */
    static void untilSuccess(String jobId, Look<String> status) throws IOException, InterruptedException {
        until(() -> !ONGOING.contains(status.now()));
        String last = status.now();
        if (!last.equals("success")) {
            throw new IllegalStateException("Job " + jobId + " of the bench ended as " + last);
        }
    }
}

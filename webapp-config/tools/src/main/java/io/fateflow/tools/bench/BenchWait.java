package io.fateflow.tools.bench;

import java.io.IOException;
import java.util.Set;
import java.util.function.Predicate;

import io.fateflow.operations.query.JobQueries;

/** Waits for jobs, looking at their rows: what is measured is read off times in the database, not off these looks. */
final class BenchWait {

    private static final long LOOK_MILLIS = 50;
    private static final Set<String> ONGOING = Set.of("waiting", "running");

    private BenchWait() {}

    /** Something to look at. */
    @FunctionalInterface
    interface Look<T> {
        T now() throws IOException, InterruptedException;
    }

    static void until(Look<Boolean> condition) throws IOException, InterruptedException {
        seen(condition, Boolean::booleanValue);
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
        String last = seen(status, now -> !ONGOING.contains(now));
        if (!last.equals("success")) {
            throw new IllegalStateException("Job " + jobId + " of the bench ended as " + last);
        }
    }

    /** What was seen when it was as wanted. */
    private static <T> T seen(Look<T> look, Predicate<T> wanted) throws IOException, InterruptedException {
        T now = look.now();
        while (!wanted.test(now)) {
            Thread.sleep(LOOK_MILLIS);
            now = look.now();
        }
        return now;
    }
}

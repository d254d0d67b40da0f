package io.fateflow.tools.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;

import io.fateflow.operations.query.JobQueries;

/** Waits for jobs, looking at their rows: what is measured is read off times in the database, not off these looks. */
final class BenchWait {

    static final Duration LOOK = Duration.ofMillis(50);

    /** For many jobs at once: FATE's own client looks once a second, and with the usual looks for 16 jobs HTTP was a third of a server's work. */
    static final Duration RARE_LOOK = Duration.ofMillis(250);

    private static final Set<String> ONGOING = Set.of("waiting", "running");

    private BenchWait() {}

    /** Something to look at. */
    @FunctionalInterface
    interface Look<T> {
        T now() throws IOException, InterruptedException;
    }

    static void until(Look<Boolean> condition) throws IOException, InterruptedException {
        seen(condition, Boolean::booleanValue, LOOK);
    }

    /** @throws IllegalStateException if the job ends otherwise */
    static void untilSuccess(JobQueries queries, String jobId) throws IOException, InterruptedException {
        untilSuccess(jobId, () -> queries.status(jobId).orElseThrow(), LOOK);
    }

    /**
     * Waits for a job of which only its status can be asked.
     *
     * @throws IllegalStateException if the job ends otherwise
     */
    static void untilSuccess(String jobId, Look<String> status, Duration pause)
            throws IOException, InterruptedException {
        String last = seen(status, now -> !ONGOING.contains(now), pause);
        if (!last.equals("success")) {
            throw new IllegalStateException("Job " + jobId + " of the bench ended as " + last);
        }
    }

    /** What was seen when it was as wanted. */
    private static <T> T seen(Look<T> look, Predicate<T> wanted, Duration pause)
            throws IOException, InterruptedException {
        T now = look.now();
        while (!wanted.test(now)) {
            Thread.sleep(pause.toMillis());
            now = look.now();
        }
        return now;
    }
}

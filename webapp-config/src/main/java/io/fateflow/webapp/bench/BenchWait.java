package io.fateflow.webapp.bench;

import java.util.Set;

import io.fateflow.engine.query.JobQueries;

/** Waits for jobs by looking, as clients do. */
final class BenchWait {

    private static final long LOOK_MILLIS = 20;
    private static final Set<String> ONGOING = Set.of("waiting", "running");

    private BenchWait() {}

    /** @throws IllegalStateException if the job ends otherwise */
    static void untilSuccess(JobQueries queries, String jobId) throws InterruptedException {
        String status = queries.status(jobId).orElseThrow();
        while (ONGOING.contains(status)) {
            Thread.sleep(LOOK_MILLIS);
            status = queries.status(jobId).orElseThrow();
        }
        if (!status.equals("success")) {
            throw new IllegalStateException("Job " + jobId + " of the bench ended as " + status);
        }
    }
}

package io.fateflow.tools.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import io.fateflow.engine.job.JobCommands;
import io.fateflow.operations.query.JobQueries;

/** Work at one rate for a long time. */
final class SoakBench {

    private static final int COMPONENTS = 5;
    private static final int JOBS = 50;
    private static final int ROUNDS = 3;

    private final JobCommands jobs;
    private final JobQueries queries;
    private final SoakLook look;

    SoakBench(JobCommands jobs, JobQueries queries, SoakLook look) {
        this.jobs = jobs;
        this.queries = queries;
        this.look = look;
    }

    /** How many it does at most; the first rounds warm it up. */
    double jobsPerSecond() throws IOException, InterruptedException {
        List<Double> measured = new ArrayList<>();
        for (int round = 0; round < 2 * ROUNDS; round++) {
            long begin = System.nanoTime();
            List<String> running = new ArrayList<>();
            for (int job = 0; job < JOBS; job++) {
                running.add(submit());
            }
            for (String job : running) {
                BenchWait.untilSuccess(queries, job);
            }
            measured.add(JOBS / ((System.nanoTime() - begin) / 1e9));
        }
        return new Percentiles(measured.subList(ROUNDS, measured.size())).at(50);
    }

    String oneJob() throws IOException, InterruptedException {
        String job = submit();
        BenchWait.untilSuccess(queries, job);
        return job;
    }

    private String submit() {
        return jobs.submit(BenchJob.chain(COMPONENTS)).jobId();
    }

    /**
     * Submits jobs at the rate, and looks at equal distances, first when the work has just begun.
     *
     * @param rate jobs a second
     * @param seen gets each look when it is over: hours of work that are broken off have shown something then
     * @throws IllegalStateException if a job could not be submitted
     */
    void run(double rate, Duration whole, int looks, Seen seen) throws IOException, InterruptedException {
        ScheduledExecutorService submitter = Executors.newSingleThreadScheduledExecutor();
        try {
            ScheduledFuture<?> work =
                    submitter.scheduleAtFixedRate(this::submit, 0, (long) (1e9 / rate), TimeUnit.NANOSECONDS);
            long begin = System.nanoTime();
            for (int count = 0; count <= looks; count++) {
                long due = begin + whole.toNanos() / looks * count;
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                if (work.isDone()) {
                    throw new IllegalStateException("no more jobs could be submitted: " + work);
                }
                seen.add(look.look((System.nanoTime() - begin) / 3.6e12));
            }
        } finally {
            submitter.shutdownNow();
        }
    }

    /** Whoever keeps what was seen. */
    interface Seen {

        void add(SoakLook.Seen look) throws IOException;
    }
}

package io.fateflow.tools.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.operations.query.TaskQueries;

/** What a small job pays for those that wait: its way from submit to start, before and with a backlog. */
final class BacklogBench {

    private static final int SAMPLES = 60;
    private static final int WARM_UPS = 60;

    private final JobCommands jobs;
    private final JobQueries jobQueries;
    private final TaskQueries tasks;
    private final WriteCount writes;

    BacklogBench(JobCommands jobs, JobQueries jobQueries, TaskQueries tasks, WriteCount writes) {
        this.jobs = jobs;
        this.jobQueries = jobQueries;
        this.tasks = tasks;
        this.writes = writes;
    }

    /**
     * Measures, and leaves the backlog waiting.
     *
     * @param holder a job that runs until it is stopped, so that none of the backlog can be served
     * @param wide a job that wants more than the holder leaves
     */
    ObjectNode run(int waiting, JobSubmission holder, JobSubmission wide) throws IOException, InterruptedException {
        ObjectNode report = JsonNodeFactory.instance.objectNode().put("waiting", waiting);
        String held = jobs.submit(holder).jobId();
        awaitStatus(held, "running");
        try {
            samples(WARM_UPS);
            report.set("before", measured());
            long begin = System.nanoTime();
            List<String> backlog = new ArrayList<>();
            for (int i = 0; i < waiting; i++) {
                backlog.add(jobs.submit(wide).jobId());
            }
            for (String job : backlog) {
                awaitReason(job);
            }
            report.put("submitsPerSecond", waiting / ((System.nanoTime() - begin) / 1e9));
            samples(WARM_UPS);
            report.set("with", measured());
        } finally {
            jobs.stop(held, "canceled");
        }
        double before = report.at("/before/submitToStartMillis/p50").asDouble();
        double with = report.at("/with/submitToStartMillis/p50").asDouble();
        return report.put("ratio", before == 0 ? 0 : with / before);
    }

    private ObjectNode measured() throws IOException, InterruptedException {
        ObjectNode figures = JsonNodeFactory.instance.objectNode();
        writes.count(true);
        figures.set("submitToStartMillis", new Percentiles(samples(SAMPLES)).json(50, 95));
        figures.put("writingTransactionsPerJob", writes.count(false).transactions() / (double) SAMPLES);
        figures.put("liveHeapMegabytes", Memory.liveHeap());
        figures.put("rssMegabytes", Memory.settledRss());
        return figures;
    }

    private List<Double> samples(int count) throws IOException, InterruptedException {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long begin = System.currentTimeMillis();
            String job = jobs.submit(BenchJob.chain(1)).jobId();
            BenchWait.untilSuccess(jobQueries, job);
            millis.add((double) (start(job) - begin));
        }
        return millis;
    }

    private long start(String job) {
        ObjectNode filter = JsonNodeFactory.instance.objectNode().put("job_id", job);
        return tasks.find(filter, null, true).stream()
                .mapToLong(task -> task.path("start_time").asLong())
                .min()
                .orElseThrow();
    }

    private void awaitStatus(String job, String status) throws IOException, InterruptedException {
        BenchWait.until(() -> jobQueries.status(job).orElseThrow().equals(status));
    }

    private void awaitReason(String job) throws IOException, InterruptedException {
        BenchWait.until(() -> jobQueries.waitReason(job).isPresent());
    }
}

package io.fateflow.webapp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.engine.executor.ExecutorTaskService;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs jobs through the real scheduler, with results that the test makes up in place of executors. A job that fails says why. */
public final class EndedJob {

    public static final ObjectMapper JSON = new ObjectMapper();

    private final FateFlowEngine engine;
    private final JobQueries jobs;
    private final Map<String, ObjectNode> results = new HashMap<>();

    public EndedJob(FateFlowEngine engine, JobQueries jobs) {
        this.engine = engine;
        this.jobs = jobs;
    }

    /** What a component leaves at a party; nothing if the test does not say. */
    public EndedJob with(String component, String role, ObjectNode result) {
        results.put(component + " " + role, result);
        return this;
    }

    /** Submits and waits for success. */
    public String run(String dsl, String conf) throws InterruptedException {
        String jobId = engine.jobs().submit(new JobSubmission(dsl, conf, "")).jobId();
        ExecutorTaskService tasks = engine.nodes().executorTasks();
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!ended(jobId) && System.nanoTime() < deadline) {
            for (ExecutorTask task : tasks.fetch("test", 20, Duration.ofMillis(200))) {
                String name = task.componentName() + " " + task.role();
                tasks.complete("test", task.id(), succeeded().with(results.get(name)));
            }
        }
        assertThat(jobs.status(jobId)).as(() -> "" + jobs.first(jobId)).contains("success");
        return jobId;
    }

    private boolean ended(String jobId) {
        return jobs.status(jobId).map(JobStatus::of).filter(JobStatus::isEnd).isPresent();
    }

    private static ExecutorReport succeeded() {
        return new ExecutorReport("success", "exited", 0, "", List.of("true"), 1, 1, 2, 0, 0, null);
    }

    /** A JSON object. */
    public static ObjectNode json(String text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

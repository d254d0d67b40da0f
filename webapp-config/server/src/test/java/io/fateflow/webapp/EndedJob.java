package io.fateflow.webapp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.ExecutorTasks;
import io.fateflow.worker.api.WorkerState;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs jobs through the real scheduler, with results that the test makes up in place of executors. A job that fails says why. */
public final class EndedJob {

    public static final ObjectMapper JSON = new ObjectMapper();

    /** Of guest, host and arbiter, whose reader has a table that is there. */
    public static final String CONF_WITH_ARBITER = """
            {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
             "role": {"guest": [9999], "host": [10000], "arbiter": [10000]},
             "job_parameters": {"common": {"task_cores": 1}},
             "component_parameters": {"common": {"lr_0": {"max_iter": 3}, "reader_0": {"table":
                 {"job_id": "202601021530450000010", "component_name": "upload_0", "data_name": "data"}}}}}""";

    private static final String WORKER = "ended-job";

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
        ExecutorTasks server = engine.nodes().workers().here();
        String jobId = engine.jobs().submit(new JobSubmission(dsl, conf, "")).jobId();
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!ended(jobId) && System.nanoTime() < deadline) {
            // what a worker holds of which nobody has heard is lost
            server.alive(worker(WorkerState.Mode.ACTIVE));
            for (ExecutorTask task : server.fetch(WORKER, 20, Duration.ofMillis(200))) {
                String name = task.componentName() + " " + task.role();
                server.complete(WORKER, task.id(), succeeded().with(results.get(name)));
            }
        }
        server.alive(worker(WorkerState.Mode.ENDED));
        assertThat(jobs.status(jobId))
                .as(() -> "%s, which waits: %s".formatted(jobs.first(jobId), jobs.waitReason(jobId)))
                .contains("success");
        return jobId;
    }

    private boolean ended(String jobId) {
        return jobs.status(jobId).map(JobStatus::of).filter(JobStatus::isEnd).isPresent();
    }

    private static WorkerState worker(WorkerState.Mode mode) {
        return new WorkerState(WORKER, "localhost", 20, 0, mode, "");
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

package io.fateflow.tools.bench;

import java.io.IOException;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.engine.job.JobCommands;
import io.fateflow.operations.query.JobQueries;

/** Runs jobs in a running server, one at a time, and tells what they took. */
final class MeasuredJobs {

    private static final int BYTES_IN_MEGABYTE = 1 << 20;

    private final JobCommands jobs;
    private final JobQueries jobQueries;
    private final JdbcClient jdbc;

    private MeasuredJobs(JobCommands jobs, JobQueries jobQueries, JdbcTemplate jdbc) {
        this.jobs = jobs;
        this.jobQueries = jobQueries;
        this.jdbc = JdbcClient.create(jdbc);
    }

    static MeasuredJobs of(BenchServer server) {
        return new MeasuredJobs(
                server.part(JobCommands.class), server.part(JobQueries.class), server.part(JdbcTemplate.class));
    }

    /**
     * A job that has succeeded.
     *
     * @param components by component and role: seconds, processor seconds and greatest memory
     */
    record Measured(String jobId, ObjectNode components) {

        double seconds(String component, String role) {
            return components.path(component).path(role).path("seconds").asDouble();
        }

        /** Of all parties. */
        double cpuSeconds(String component) {
            double sum = 0;
            for (var party : components.path(component)) {
                sum += party.path("cpuSeconds").asDouble();
            }
            return sum;
        }
    }

    /** @throws IllegalStateException if the job does not succeed */
    Measured run(LearningJob job) throws IOException, InterruptedException {
        String jobId = jobs.submit(job.submission()).jobId();
        BenchWait.untilSuccess(jobQueries, jobId);
        ObjectNode components = JsonNodeFactory.instance.objectNode();
        jdbc.sql("""
                select component_name, role, elapsed, cpu_millis, peak_memory_bytes
                from task
                where job_id = :jobId
                order by start_time, role
                """).param("jobId", jobId).query(row -> {
            components
                    .withObjectProperty(row.getString("component_name"))
                    .putObject(row.getString("role"))
                    .put("seconds", row.getLong("elapsed") / 1e3)
                    .put("cpuSeconds", row.getLong("cpu_millis") / 1e3)
                    .put("peakMegabytes", row.getLong("peak_memory_bytes") / BYTES_IN_MEGABYTE);
        });
        return new Measured(jobId, components);
    }
}

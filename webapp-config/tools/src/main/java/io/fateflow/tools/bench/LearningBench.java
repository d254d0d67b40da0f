package io.fateflow.tools.bench;

import java.io.IOException;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.engine.job.JobCommands;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.worker.table.TableStore;

/** Real jobs in a running server: each party's seconds, processor seconds and greatest memory, by component. */
final class LearningBench {

    private static final int COLUMNS = 50;
    private static final int GUEST_COLUMNS = 10;
    private static final int HOST_COLUMNS = 20;
    private static final int BYTES_IN_MEGABYTE = 1 << 20;

    private final LearningData data;
    private final JobCommands jobs;
    private final JobQueries jobQueries;
    private final JdbcClient jdbc;

    private LearningBench(LearningData data, JobCommands jobs, JobQueries jobQueries, JdbcTemplate jdbc) {
        this.data = data;
        this.jobs = jobs;
        this.jobQueries = jobQueries;
        this.jdbc = JdbcClient.create(jdbc);
    }

    static LearningBench of(BenchServer server) {
        return new LearningBench(
                new LearningData(server.part(TableStore.class)),
                server.part(JobCommands.class),
                server.part(JobQueries.class),
                server.part(JdbcTemplate.class));
    }

    /** So many rows of 50 columns at each party pass through Reader, DataTransform and Intersection. */
    ObjectNode intersection(int rows) throws IOException, InterruptedException {
        data.write("wide_guest", rows, COLUMNS, true);
        data.write("wide_host", rows, COLUMNS, false);
        return run(LearningJob.intersection("wide")).put("rows", rows).put("columns", COLUMNS);
    }

    /** Hetero LR over 10 columns of the guest and 20 of the host. */
    ObjectNode regression(int rows, int iterations) throws IOException, InterruptedException {
        data.write("narrow_guest", rows, GUEST_COLUMNS, true);
        data.write("narrow_host", rows, HOST_COLUMNS, false);
        ObjectNode report = run(LearningJob.regression("narrow", iterations));
        double seconds = report.at("/components/hetero_lr_0/guest/seconds").asDouble();
        return report.put("rows", rows)
                .put("columns", GUEST_COLUMNS + HOST_COLUMNS)
                .put("iterations", iterations)
                .put("secondsPerIteration", seconds / iterations);
    }

    /** HeteroSecureBoost over so many columns of each party, as {@link TreesBench} has them. */
    ObjectNode trees(int rows, int columns, int trees) throws IOException, InterruptedException {
        data.write("trees_guest", rows, columns, true);
        data.write("trees_host", rows, columns, false);
        ObjectNode report = run(LearningJob.trees("trees", trees, TreesBench.DEPTH, TreesBench.BINS));
        double seconds =
                report.at("/components/hetero_secureboost_0/guest/seconds").asDouble();
        return report.put("rows", rows)
                .put("columnsOfEachParty", columns)
                .put("trees", trees)
                .put("depth", TreesBench.DEPTH)
                .put("secondsPerTree", seconds / trees);
    }

    private ObjectNode run(LearningJob job) throws IOException, InterruptedException {
        String jobId = jobs.submit(job.submission()).jobId();
        BenchWait.untilSuccess(jobQueries, jobId);
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        ObjectNode components = report.putObject("components");
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
        return report;
    }
}

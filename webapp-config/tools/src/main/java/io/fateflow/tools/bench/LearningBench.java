package io.fateflow.tools.bench;

import java.io.IOException;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.table.TableStore;

/** Real jobs in a running server: each party's seconds, processor seconds and greatest memory, by component. */
final class LearningBench {

    private static final int COLUMNS = 50;
    private static final int GUEST_COLUMNS = 10;
    private static final int HOST_COLUMNS = 20;

    private final LearningData data;
    private final MeasuredJobs jobs;

    private LearningBench(LearningData data, MeasuredJobs jobs) {
        this.data = data;
        this.jobs = jobs;
    }

    static LearningBench of(BenchServer server) {
        return new LearningBench(new LearningData(server.part(TableStore.class)), MeasuredJobs.of(server));
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
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.set("components", jobs.run(job).components());
        return report;
    }
}

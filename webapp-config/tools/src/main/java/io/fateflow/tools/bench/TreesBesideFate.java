package io.fateflow.tools.bench;

import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.engine.model.ComponentModelStore;
import io.fateflow.tools.bench.MeasuredJobs.Measured;
import io.fateflow.worker.table.TableStore;

/**
 * HeteroSecureBoost by the built-in component and by that of a FATE installation, one after the other: the same tables, the same
 * parameters, each party a process. Each grows one tree first and then as many as were asked for, so that the figures of a
 * further tree have neither a process's start nor the reading of tables in them.
 */
final class TreesBesideFate {

    private final LearningData data;
    private final MeasuredJobs jobs;
    private final ComponentModelStore models;
    private final String provider;

    private TreesBesideFate(LearningData data, MeasuredJobs jobs, ComponentModelStore models, String provider) {
        this.data = data;
        this.jobs = jobs;
        this.models = models;
        this.provider = provider;
    }

    /** @param provider the installation's name in the server's settings */
    static TreesBesideFate of(BenchServer server, String provider) {
        return new TreesBesideFate(
                new LearningData(server.part(TableStore.class)),
                MeasuredJobs.of(server),
                server.part(ComponentModelStore.class),
                provider);
    }

    /**
     * Grows them.
     *
     * @param columns of each party
     * @param trees more than one
     */
    ObjectNode run(int rows, int columns, int trees) throws IOException, InterruptedException {
        data.writeCoarse("coarse_guest", rows, columns, true);
        data.writeCoarse("coarse_host", rows, columns, false);
        Grown java = grown(trees, job -> job);
        Grown fate = grown(trees, job -> job.by(provider, LearningJob.TREES));
        ObjectNode report = JsonNodeFactory.instance
                .objectNode()
                .put("rows", rows)
                .put("columnsOfEachParty", columns)
                .put("trees", trees)
                .put("depth", TreesBench.DEPTH)
                .put("keyBits", LearningJob.KEY_BITS);
        report.set("java", java.toJson(trees));
        report.set("fate", fate.toJson(trees));
        report.put("javaToFateSeconds", java.secondsPerFurtherTree(trees) / fate.secondsPerFurtherTree(trees));
        report.set(
                "models",
                ModelDifference.of(java.param(models, "guest"), fate.param(models, "guest"))
                        .with(ModelDifference.of(java.param(models, "host"), fate.param(models, "host")))
                        .toJson());
        return report;
    }

    private Grown grown(int trees, UnaryOperator<LearningJob> by) throws IOException, InterruptedException {
        return new Grown(jobs.run(by.apply(job(1))), jobs.run(by.apply(job(trees))));
    }

    private static LearningJob job(int trees) {
        return LearningJob.trees("coarse", trees, TreesBench.DEPTH, TreesBench.BINS);
    }

    /** A job of one tree, and one of all. */
    private record Grown(Measured one, Measured all) {

        private static final List<String> ROLES = List.of("guest", "host");

        double secondsPerFurtherTree(int trees) {
            return (seconds(all) - seconds(one)) / (trees - 1);
        }

        /** Of the party that takes longer. */
        private static double seconds(Measured job) {
            return ROLES.stream()
                    .mapToDouble(role -> job.seconds(LearningJob.TREES, role))
                    .max()
                    .orElseThrow();
        }

        ObjectNode toJson(int trees) {
            double cpu = (all.cpuSeconds(LearningJob.TREES) - one.cpuSeconds(LearningJob.TREES)) / (trees - 1);
            ObjectNode json = JsonNodeFactory.instance
                    .objectNode()
                    .put("secondsPerFurtherTree", secondsPerFurtherTree(trees))
                    .put("cpuSecondsPerFurtherTree", cpu)
                    .put("secondsPerTreeWithStart", seconds(all) / trees);
            json.set("oneTree", one.components().path(LearningJob.TREES));
            json.set("allTrees", all.components().path(LearningJob.TREES));
            return json;
        }

        JsonNode param(ComponentModelStore models, String role) {
            return models.output(all.jobId(), LearningJob.TREES, role, role.equals("guest") ? "9999" : "10000")
                    .orElseThrow()
                    .param();
        }
    }
}

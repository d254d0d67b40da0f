package io.fateflow.worker.component.kmeans;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.component.homo.SumServer;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.Wire;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;

/** Has no columns: adds up all parties' distances, and says which centre is nearest to each row. */
final class KmeansArbiter {

    private static final List<String> OF_CLUSTERS =
            List.of("cluster_sample_count", "cluster_inner_dist", "cluster_max_radius", "inter_cluster_dist", "type");
    private static final List<String> OF_ROWS = List.of("predicted_cluster_index", "distance", "type");

    private final ComponentContext context;
    private final KmeansParameters parameters;
    private final LinearVariables transfer;
    private final List<Party> clients;
    private final SumServer sums;
    private final List<Metric.Point> indexes = new ArrayList<>();

    KmeansArbiter(ComponentContext context, KmeansParameters parameters, LinearVariables transfer, List<Party> clients)
            throws IOException, InterruptedException {
        this.context = context;
        this.parameters = parameters;
        this.transfer = transfer;
        this.clients = clients;
        this.sums = SumServer.serve(context.exchange(), "kmeans", clients);
    }

    /** What of one round is left for the next. */
    // nobody compares rounds
    @SuppressWarnings("ArrayRecordComponent")
    private record Round(Clustering clustering, long[] clusters, double[] between) {}

    void train() throws IOException, InterruptedException {
        List<String> ids = ids("train");
        long[] last = {};
        boolean converged = false;
        int iteration = 0;
        while (iteration < parameters.maxIterations() && !converged) {
            Round round = round(Integer.toString(iteration));
            if (last.length > 0) {
                index(iteration - 1, round, last);
            }
            double moved = 0;
            for (Party client : clients) {
                moved += transfer.receiveJson(client.role() + "_tol", client, iteration)
                        .asDouble();
            }
            converged = moved < parameters.tolerance();
            for (Party client : clients) {
                transfer.sendJson(KmeansClient.CONVERGED, client, BooleanNode.valueOf(converged), iteration);
            }
            last = round.clusters();
            iteration++;
        }
        Round end = round(Integer.toString(iteration));
        index(iteration - 1, end, last);
        index(iteration, round(Integer.toString(iteration + 1)), end.clusters());
        ObjectNode metas =
                JsonNodeFactory.instance.objectNode().put("name", "train").put("unit_name", "iters");
        context.results().metric(new Metric("train", "DBI", "DBI", metas, indexes));
        context.output(HeteroKmeans.model(parameters, JsonNodeFactory.instance.objectNode()));
        write(ids, "train");
    }

    void predict() throws IOException, InterruptedException {
        write(ids("predict"), "predict");
    }

    private List<String> ids(String type) throws IOException, InterruptedException {
        return transfer.receive(KmeansClient.ROWS, clients.get(0), Wire::readIds, type);
    }

    private Round round(String name) throws IOException, InterruptedException {
        double[] distances = sums.collect("dist." + name);
        double[] between = sums.collect("cluster_dist." + name);
        int clusters = 1;
        while (clusters * (clusters - 1) < between.length) {
            clusters++;
        }
        Clustering clustering = new Clustering(distances, clusters);
        long[] nearest = clustering.nearest();
        for (Party client : clients) {
            transfer.send(KmeansClient.CLUSTERS, client, Wire.integers(nearest), name);
        }
        return new Round(clustering, nearest, between);
    }

    private void index(int iteration, Round round, long... members) throws IOException {
        double[] means = round.clustering().meanDistances(members);
        if (Arrays.stream(means).filter(mean -> !Double.isNaN(mean)).count() < 2) {
            throw new IOException("all rows are in one cluster: choose another k, or scale the columns");
        }
        indexes.add(Metric.Point.of(iteration, Clustering.daviesBouldin(means, round.between())));
    }

    private void write(List<String> ids, String type) throws IOException, InterruptedException {
        Round round = round("predict_" + type);
        Round moved = round("predict_dbi_" + type);
        if (round.clusters().length != ids.size()) {
            throw new IOException(
                    "the parties have " + round.clusters().length + " rows, the guest has named " + ids.size());
        }
        writeClusters(round, moved, type);
        try (TableWriter writer = context.tables().create(context.newOutputTable(), TableSchema.of("id", OF_ROWS, 1))) {
            for (int row = 0; row < ids.size(); row++) {
                int cluster = (int) round.clusters()[row];
                writer.add(new Row(
                        ids.get(row),
                        List.of(
                                Integer.toString(cluster),
                                Double.toString(round.clustering().distance(row, cluster)),
                                type)));
            }
            context.output(1, writer.commit());
        }
    }

    /** As in FATE the radius is squared, as are the distances between centres, and the mean distance is not. */
    private void writeClusters(Round round, Round moved, String type) throws IOException {
        int clusters = round.clustering().clusters();
        double[] radius = new double[clusters];
        long[] counts = new long[clusters];
        for (int row = 0; row < round.clusters().length; row++) {
            int cluster = (int) round.clusters()[row];
            counts[cluster]++;
            radius[cluster] = Math.max(radius[cluster], round.clustering().distance(row, cluster));
        }
        double[] means = moved.clustering().meanDistances(round.clusters());
        String between = ProtobufJson.doubles(moved.between()).toString();
        TableSchema schema = TableSchema.of("cluster_index", OF_CLUSTERS, 1);
        try (TableWriter writer = context.tables().create(context.newOutputTable(), schema)) {
            for (int cluster = 0; cluster < clusters; cluster++) {
                if (counts[cluster] > 0) {
                    writer.add(new Row(
                            Integer.toString(cluster),
                            List.of(
                                    Long.toString(counts[cluster]),
                                    Double.toString(means[cluster]),
                                    Double.toString(radius[cluster]),
                                    between,
                                    type)));
                }
            }
            context.output(0, writer.commit());
        }
    }
}

package io.fateflow.worker.component.kmeans;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.component.homo.SumClient;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.Wire;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;

/** A party with columns: gives masked distances of its rows, and moves its centres where the arbiter puts the rows. */
final class KmeansClient {

    static final String CENTROID_LIST = "centroid_list";
    static final String ROWS = "rows";
    static final String CLUSTERS = "cluster_result";
    static final String CONVERGED = "arbiter_tol";
    private static final List<String> COLUMNS = List.of("label", "predicted_label", "type");

    private final ComponentContext context;
    private final KmeansParameters parameters;
    private final LinearVariables transfer;
    private final SumClient sums;
    private final Party self;
    private final Party arbiter;
    private final boolean guest;

    KmeansClient(ComponentContext context, KmeansParameters parameters, LinearVariables transfer, Party arbiter)
            throws IOException, InterruptedException {
        this.context = context;
        this.parameters = parameters;
        this.transfer = transfer;
        this.self = context.task().self();
        this.arbiter = arbiter;
        this.guest = self.role().equals("guest");
        this.sums = SumClient.join(context.exchange(), "kmeans", arbiter);
    }

    /** Finds centres, and tells which rows are nearest to each. */
    void train(DataSet given) throws IOException, InterruptedException {
        DataSet data = ordered(given, "train");
        if (parameters.clusters() > data.size()) {
            throw new IOException(
                    self + ": k is " + parameters.clusters() + ", more than the " + data.size() + " rows");
        }
        double[][] rows = rows(data);
        Centroids centroids = first(data, rows);
        boolean converged = false;
        int iteration = 0;
        while (iteration < parameters.maxIterations() && !converged) {
            long[] clusters = nearest(rows, centroids, Integer.toString(iteration));
            Centroids moved = centroids.moved(rows, clusters);
            transfer.sendJson(self.role() + "_tol", arbiter, DoubleNode.valueOf(moved.movedFrom(centroids)), iteration);
            converged = transfer.receiveJson(CONVERGED, arbiter, iteration).asBoolean();
            centroids = moved;
            iteration++;
        }
        long[] clusters = nearest(rows, centroids, Integer.toString(iteration));
        nearest(rows, centroids.moved(rows, clusters), Integer.toString(iteration + 1));
        context.output(model(data, centroids, converged, iteration, clusters));
        write(data, predicted(rows, centroids, "train"), "train");
    }

    /** Tells which rows are nearest to each centre of a model. */
    void predict(DataSet given, Model model) throws IOException, InterruptedException {
        List<double[]> centres = new ArrayList<>();
        model.param().path("centroidDetail").forEach(each -> centres.add(ProtobufJson.doubles(each.path("centroid"))));
        List<String> header = ProtobufJson.texts(model.param().path("header"));
        if (!header.equals(given.header())) {
            throw new IOException(
                    self + ": the data has the columns " + given.header() + ", the model was trained on " + header);
        }
        DataSet data = ordered(given, "predict");
        Centroids centroids = new Centroids(centres.toArray(double[][]::new));
        write(data, predicted(rows(data), centroids, "predict"), "predict");
    }

    private long[] predicted(double[][] rows, Centroids centroids, String type)
            throws IOException, InterruptedException {
        long[] clusters = nearest(rows, centroids, "predict_" + type);
        nearest(rows, centroids.moved(rows, clusters), "predict_dbi_" + type);
        return clusters;
    }

    private long[] nearest(double[][] rows, Centroids centroids, String round)
            throws IOException, InterruptedException {
        sums.give("dist." + round, centroids.distances(rows));
        sums.give("cluster_dist." + round, centroids.between());
        long[] clusters = transfer.receive(CLUSTERS, arbiter, Wire::readIntegers, round);
        boolean right = clusters.length == rows.length
                && Arrays.stream(clusters).allMatch(each -> each >= 0 && each < centroids.count());
        if (!right) {
            throw new IOException(arbiter + " sent clusters that do not fit " + rows.length + " rows");
        }
        return clusters;
    }

    /** The rows in the guest's order, which all parties take. */
    private DataSet ordered(DataSet data, String type) throws IOException, InterruptedException {
        if (guest) {
            List<Party> others = new ArrayList<>(context.parties().of("host"));
            others.add(arbiter);
            for (Party other : others) {
                transfer.send(ROWS, other, Wire.ids(data.size(), data.ids()::get), type);
            }
            return data;
        }
        List<String> ids = transfer.receive(ROWS, context.parties().of("guest").get(0), Wire::readIds, type);
        Map<String, Instance> byId = new HashMap<>();
        data.instances().forEach(instance -> byId.put(instance.id(), instance));
        List<Instance> ordered = new ArrayList<>();
        for (String id : ids) {
            Instance instance = byId.get(id);
            if (instance == null) {
                throw new IOException(self + " has not all rows of the guest: put an Intersection before HeteroKmeans");
            }
            ordered.add(instance);
        }
        return data.with(data.schema(), ordered);
    }

    private double[][] rows(DataSet data) throws IOException {
        double[][] rows = new double[data.size()][];
        int number = 0;
        for (Instance instance : data.instances()) {
            double[] values = new double[data.header().size()];
            instance.features().forEach((column, value) -> values[column] = value);
            for (int column = 0; column < values.length; column++) {
                if (!Double.isFinite(values[column])) {
                    throw new IOException(self + ": column " + data.header().get(column) + " has no number in row "
                            + (number + 1) + ": set missing_fill in its DataTransform");
                }
            }
            rows[number++] = values;
        }
        return rows;
    }

    /** Some rows of the guest's choice. */
    private Centroids first(DataSet data, double[]... rows) throws IOException, InterruptedException {
        long[] chosen;
        if (guest) {
            Random random = parameters.seed() == null ? new SecureRandom() : new Random(parameters.seed());
            List<Integer> places = new ArrayList<>();
            for (int row = 0; row < data.size(); row++) {
                places.add(row);
            }
            Collections.shuffle(places, random);
            chosen = places.stream()
                    .limit(parameters.clusters())
                    .mapToLong(Integer::longValue)
                    .toArray();
            for (Party host : context.parties().of("host")) {
                transfer.send(CENTROID_LIST, host, Wire.integers(chosen));
            }
        } else {
            chosen = transfer.receive(
                    CENTROID_LIST, context.parties().of("guest").get(0), Wire::readIntegers);
        }
        double[][] centres = new double[chosen.length][];
        Arrays.setAll(centres, cluster -> rows[(int) chosen[cluster]].clone());
        return new Centroids(centres);
    }

    private void write(DataSet data, long[] clusters, String type) throws IOException {
        TableSchema schema =
                TableSchema.of(data.table().sid(), COLUMNS, data.table().partitions());
        try (TableWriter writer = context.tables().create(context.newOutputTable(), schema)) {
            int row = 0;
            for (Instance instance : data.instances()) {
                writer.add(
                        new Row(instance.id(), List.of(label(data, instance), Long.toString(clusters[row++]), type)));
            }
            context.output(0, writer.commit());
        }
    }

    private static String label(DataSet data, Instance instance) {
        if (Double.isNaN(instance.label())) {
            return "None";
        }
        return data.schema().integerLabel()
                ? Long.toString((long) instance.label())
                : Double.toString(instance.label());
    }

    private Model model(DataSet data, Centroids centroids, boolean converged, int iterations, long... clusters) {
        ObjectNode param = JsonNodeFactory.instance
                .objectNode()
                .put("countOfClusters", Integer.toString(parameters.clusters()))
                .put("maxInteration", Integer.toString(iterations))
                .put("converged", converged);
        long[] counts = centroids.counts(clusters);
        ArrayNode details = param.putArray("clusterDetail");
        ArrayNode centres = param.putArray("centroidDetail");
        for (int cluster = 0; cluster < counts.length; cluster++) {
            details.addObject()
                    .set(
                            "cluster",
                            ProtobufJson.doubles(
                                    cluster, (double) counts[cluster], (double) counts[cluster] / data.size()));
            centres.addObject().set("centroid", ProtobufJson.doubles(centroids.centres()[cluster]));
        }
        param.set("header", ProtobufJson.texts(data.header()));
        return HeteroKmeans.model(parameters, param);
    }
}

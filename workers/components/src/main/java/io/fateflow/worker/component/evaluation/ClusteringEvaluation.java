package io.fateflow.worker.component.evaluation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Input;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableReader;

/**
 * Measures clusters, of one model: against labels where there are such, at the guest; by distances, where these are
 * known, at the arbiter. Other tables of clusters have nothing to measure.
 */
record ClusteringEvaluation(ComponentContext context, EvaluationParameters parameters) {

    private static final int OF_ROWS = 3;
    private static final int OF_CLUSTERS = 5;
    private static final int INNER = 1;
    private static final int RADIUS = 2;
    private static final int BETWEEN = 3;

    void run() throws IOException {
        List<String> models =
                context.inputs().stream().map(Input::component).distinct().toList();
        if (models.size() > 1) {
            throw new IOException(
                    "one Evaluation measures the clusters of one component, its inputs come from " + models);
        }
        ObjectNode summary = JsonNodeFactory.instance.objectNode();
        for (Input input : context.inputs()) {
            read(input).forEach((type, rows) -> measure(input.component(), type, rows, summary));
        }
        if (!summary.isEmpty()) {
            models.forEach(model -> context.results().summary(model, summary));
        }
    }

    private Map<String, List<Row>> read(Input input) throws IOException {
        Map<String, List<Row>> byType = new LinkedHashMap<>();
        try (TableReader reader = context.tables().open(input.table())) {
            int columns = reader.info().schema().columns().size();
            if (columns != OF_ROWS && columns != OF_CLUSTERS) {
                throw new IOException("Evaluation of clusters reads what HeteroKmeans leaves, but output \""
                        + input.output() + "\" of " + input.component() + " has " + columns + " columns");
            }
            for (List<Row> rows = reader.next(); !rows.isEmpty(); rows = reader.next()) {
                for (Row row : rows) {
                    byType.computeIfAbsent(row.values().get(columns - 1), none -> new ArrayList<>())
                            .add(row);
                }
            }
        }
        return byType;
    }

    private void measure(String model, String type, List<Row> rows, ObjectNode summary) {
        Map<String, JsonNode> values = new LinkedHashMap<>();
        if (rows.get(0).values().size() == OF_CLUSTERS) {
            byDistance(model, type, rows, values);
        } else {
            boolean labelled =
                    rows.stream().anyMatch(row -> !row.values().get(0).equals("None"));
            // of the arbiter's rows the second column is a distance
            boolean numbered = rows.stream().allMatch(row -> row.values().get(1).matches("\\d+"));
            if (labelled && numbered) {
                byLabel(model, type, rows, values);
            }
        }
        if (!values.isEmpty()) {
            ObjectNode metas = JsonNodeFactory.instance.objectNode().put("name", model);
            context.results().metric(new Metric(type, model, "CLUSTERING_EVALUATION_SUMMARY", metas, values));
            ObjectNode ofType = summary.putObject(type);
            values.forEach(ofType::set);
        }
    }

    private void byLabel(String model, String type, List<Row> rows, Map<String, JsonNode> values) {
        Contingency counts = Contingency.of(rows.stream()
                .map(row -> List.of(
                        Label.of(row.values().get(0)), Label.of(row.values().get(1))))
                .toList());
        for (String metric : parameters.metrics()) {
            switch (metric) {
                case "jaccard_similarity_score" -> put(values, metric, counts.jaccard());
                case "fowlkes_mallows_score" -> put(values, metric, counts.fowlkesMallows());
                case "adjusted_rand_score" -> put(values, metric, counts.adjustedRand());
                case "contingency_matrix" -> table(type, model, metric, counts.toJson());
                default -> {}
            }
        }
    }

    private void byDistance(String model, String type, List<Row> rows, Map<String, JsonNode> values) {
        TreeMap<Integer, Row> byCluster = new TreeMap<>();
        rows.forEach(row -> byCluster.put(Integer.parseInt(row.id()), row));
        double[] between = between(rows.get(0));
        int all = 1;
        while (all * (all - 1) < between.length) {
            all++;
        }
        Distances distances = new Distances(byCluster, between, all);
        if (parameters.metrics().contains("davies_bouldin_index")) {
            put(values, "davies_bouldin_index", distances.daviesBouldin());
        }
        if (parameters.metrics().contains("distance_measure")) {
            table(type, model, "distance_measure", distances.toJson());
        }
    }

    private static double[] between(Row row) {
        try {
            JsonNode json = new ObjectMapper().readTree(row.values().get(BETWEEN));
            double[] between = new double[json.size()];
            for (int i = 0; i < between.length; i++) {
                between[i] = json.get(i).asDouble();
            }
            return between;
        } catch (IOException broken) {
            throw new IllegalArgumentException(
                    "a table of clusters has no list of distances in inter_cluster_dist", broken);
        }
    }

    private void table(String type, String model, String metric, ObjectNode metas) {
        context.results()
                .metric(new Metric(type, model + "_" + metric, metric.toUpperCase(Locale.ROOT), metas, List.of()));
    }

    private static void put(Map<String, JsonNode> values, String metric, double value) {
        values.put(metric, DoubleNode.valueOf(MetricSheet.rounded(Double.isFinite(value) ? value : -9999999)));
    }

    /**
     * Of the clusters that have rows.
     *
     * @param between the squared distance of each centre from each other one
     * @param all how many centres there are
     */
    // nobody compares them
    @SuppressWarnings("ArrayRecordComponent")
    private record Distances(TreeMap<Integer, Row> byCluster, double[] between, int all) {

        double daviesBouldin() {
            double sum = 0;
            for (int i : byCluster.keySet()) {
                double worst = Double.NEGATIVE_INFINITY;
                for (int j : byCluster.keySet()) {
                    if (i != j) {
                        worst = Math.max(worst, (number(i, INNER) + number(j, INNER)) / Math.sqrt(apart(i, j)));
                    }
                }
                sum += worst;
            }
            return sum / byCluster.size();
        }

        ObjectNode toJson() {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            ArrayNode clusters = json.putArray("cluster_index");
            ArrayNode radius = json.putArray("radius");
            ArrayNode nearest = json.putArray("nearest_idx");
            for (int i : byCluster.keySet()) {
                clusters.add(i);
                radius.add(number(i, RADIUS));
                nearest.add(new TreeSet<>(byCluster.keySet())
                        .stream()
                                .filter(j -> j != i)
                                .min((a, b) -> Double.compare(apart(i, a), apart(i, b)))
                                .orElse(0));
            }
            return json;
        }

        private double number(int cluster, int column) {
            Row row = byCluster.get(cluster);
            return row == null ? Double.NaN : Double.parseDouble(row.values().get(column));
        }

        private double apart(int i, int j) {
            return between[i * (all - 1) + (j < i ? j : j - 1)];
        }
    }
}

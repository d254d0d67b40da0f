package io.fateflow.worker.component.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * How many rows of each label are in each cluster, and what follows of it, as scikit-learn computes it.
 *
 * @param counts by label, then by cluster
 */
// nobody compares them
@SuppressWarnings("ArrayRecordComponent")
record Contingency(List<Label> labels, List<Label> clusters, long[][] counts) {

    /** Of pairs of a label and a cluster. */
    static Contingency of(List<List<Label>> pairs) {
        List<Label> labels = distinct(pairs, 0);
        List<Label> clusters = distinct(pairs, 1);
        long[][] counts = new long[labels.size()][clusters.size()];
        for (List<Label> pair : pairs) {
            counts[labels.indexOf(pair.get(0))][clusters.indexOf(pair.get(1))]++;
        }
        return new Contingency(labels, clusters, counts);
    }

    /** The mean over the labels of those in both of those in either, weighted by rows; a cluster is a label's by its number. */
    double jaccard() {
        double sum = 0;
        double rows = 0;
        for (int i = 0; i < labels.size(); i++) {
            int same = clusters.indexOf(labels.get(i));
            double both = same < 0 ? 0 : counts[i][same];
            double ofLabel = Arrays.stream(counts[i]).sum();
            double ofCluster = same < 0 ? 0 : ofCluster(same);
            sum += ofLabel * both / (ofLabel + ofCluster - both);
            rows += ofLabel;
        }
        return sum / rows;
    }

    /** The geometric mean of precision and recall of pairs of rows. */
    double fowlkesMallows() {
        double rows = rows();
        double both = squares() - rows;
        double inClusters = squaresOfClusters() - rows;
        double inLabels = squaresOfLabels() - rows;
        return both == 0 ? 0 : Math.sqrt(both / inClusters) * Math.sqrt(both / inLabels);
    }

    /** The share of pairs that are together or apart in both, corrected for chance. */
    double adjustedRand() {
        double rows = rows();
        double both = squares() - rows;
        double onlyCluster = squaresOfClusters() - squares();
        double onlyLabel = squaresOfLabels() - squares();
        double neither = rows * rows - onlyCluster - onlyLabel - squares();
        if (onlyCluster == 0 && onlyLabel == 0) {
            return 1;
        }
        return 2
                * (both * neither - onlyCluster * onlyLabel)
                / ((both + onlyCluster) * (onlyCluster + neither) + (both + onlyLabel) * (onlyLabel + neither));
    }

    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode names = json.putArray("true_labels");
        labels.forEach(label -> names.add(label.name()));
        ArrayNode predicted = json.putArray("predicted_labels");
        clusters.forEach(cluster -> predicted.add(cluster.name()));
        ArrayNode table = json.putArray("result_table");
        for (long[] row : counts) {
            ArrayNode cells = table.addArray();
            Arrays.stream(row).forEach(cells::add);
        }
        return json;
    }

    private double rows() {
        return Arrays.stream(counts).flatMapToLong(Arrays::stream).sum();
    }

    private double squares() {
        return Arrays.stream(counts)
                .flatMapToLong(Arrays::stream)
                .mapToDouble(count -> (double) count * count)
                .sum();
    }

    private double squaresOfLabels() {
        return Arrays.stream(counts)
                .mapToDouble(row -> Arrays.stream(row).sum())
                .map(count -> count * count)
                .sum();
    }

    private double squaresOfClusters() {
        double sum = 0;
        for (int cluster = 0; cluster < clusters.size(); cluster++) {
            sum += ofCluster(cluster) * ofCluster(cluster);
        }
        return sum;
    }

    private double ofCluster(int cluster) {
        return Arrays.stream(counts).mapToLong(row -> row[cluster]).sum();
    }

    private static List<Label> distinct(List<List<Label>> pairs, int which) {
        return new ArrayList<>(
                new TreeSet<>(pairs.stream().map(pair -> pair.get(which)).toList()));
    }
}

package io.fateflow.worker.component.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;

import io.fateflow.worker.component.Metric;

/** FATE's metrics of several classes: accuracy, and precision and recall by class with their means. */
final class MultiClassMetrics {

    /** Above this, missing class numbers are not filled in. */
    private static final int MOST_CLASSES = 10_000;

    private final LabelIndex labels;
    private final MetricSheet sheet;
    private final int rows;
    private final int[] expected;
    private final int[] predicted;
    private final int[] right;

    MultiClassMetrics(Predictions predictions, LabelIndex labels, MetricSheet sheet) {
        this.labels = labels;
        this.sheet = sheet;
        this.rows = predictions.size();
        this.expected = new int[labels.size()];
        this.predicted = new int[labels.size()];
        this.right = new int[labels.size()];
        for (int row = 0; row < rows; row++) {
            int label = (int) predictions.expected(row);
            int result = (int) predictions.predicted(row);
            expected[label]++;
            predicted[result]++;
            right[label] += label == result ? 1 : 0;
        }
    }

    void compute(Set<String> metrics) {
        if (metrics.contains("accuracy")) {
            sheet.value("accuracy", Arrays.stream(right).sum() / (double) rows);
        }
        if (metrics.contains("precision")) {
            Map<Label, Double> precision = shares(predicted);
            Map<Label, Double> recall = shares(expected);
            sheet.value("precision", mean(precision));
            sheet.value("recall", mean(recall));
            curve("precision", "PRECISION_MULTI", "Precision", precision);
            curve("recall", "RECALL_MULTI", "Recall", recall);
        }
    }

    /** What is right of each label's rows; 0 of none. Labels that occur only in another type of data are left out. */
    private Map<Label, Double> shares(int[] of) {
        Map<Label, Double> shares = new TreeMap<>();
        for (int label = 0; label < of.length; label++) {
            if (expected[label] + predicted[label] > 0) {
                shares.put(labels.label(label), of[label] == 0 ? 0 : right[label] / (double) of[label]);
            }
        }
        return shares;
    }

    private static double mean(Map<Label, Double> shares) {
        return shares.values().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }

    private void curve(String suffix, String kind, String ordinate, Map<Label, Double> shares) {
        sheet.curve(
                suffix,
                kind,
                JsonNodeFactory.instance
                        .objectNode()
                        .put("ordinate_name", ordinate)
                        .put("curve_name", sheet.model())
                        .put("pair_type", sheet.model()),
                points(filledUp(shares)));
    }

    /** Classes that nobody has count 0, when classes are numbers. */
    private static Map<Label, Double> filledUp(Map<Label, Double> shares) {
        Map<Label, Double> filled = new TreeMap<>(shares);
        boolean numbers =
                shares.keySet().stream().allMatch(label -> label.isClassNumber() && label.classNumber() < MOST_CLASSES);
        int greatest = numbers
                ? shares.keySet().stream().mapToInt(Label::classNumber).max().orElse(0)
                : 0;
        for (int label = 0; label < greatest; label++) {
            filled.putIfAbsent(Label.of(Integer.toString(label)), 0.0);
        }
        return filled;
    }

    private static List<Metric.Point> points(Map<Label, Double> shares) {
        List<Metric.Point> points = new ArrayList<>();
        shares.forEach((label, share) -> points.add(new Metric.Point(
                label.isClassNumber() ? IntNode.valueOf(label.classNumber()) : TextNode.valueOf(label.name()),
                DoubleNode.valueOf(MetricSheet.rounded(share)))));
        return points;
    }
}

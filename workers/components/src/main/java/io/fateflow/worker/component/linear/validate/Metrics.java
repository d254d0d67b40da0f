package io.fateflow.worker.component.linear.validate;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.score.SingleMetrics;

/** FATE's metrics of single values, as evaluation while training has them. */
public final class Metrics {

    private static final Set<String> LARGER_IS_BETTER =
            Set.of("auc", "ks", "accuracy", "precision", "recall", "r2_score", "explained_variance");
    private static final int USUAL = 2;
    private static final int LABELLED = 0;
    private static final int PREDICTED = 1;
    private static final int RIGHT = 2;

    private final boolean binary;
    private final List<String> names;

    private Metrics(boolean binary, List<String> names) {
        this.binary = binary;
        this.names = names;
    }

    /**
     * The metrics that the user wants, but for those with more than a value, such as {@code roc}; the usual ones if he
     * names none.
     */
    public static Metrics of(boolean binary, List<String> wanted) {
        List<String> known = binary ? SingleMetrics.BINARY : SingleMetrics.REGRESSION;
        if (wanted.isEmpty()) {
            return new Metrics(binary, known.subList(0, USUAL));
        }
        return new Metrics(binary, wanted.stream().filter(known::contains).toList());
    }

    /** By name, in the order wanted; NaN where a metric is not defined, as without one of the classes. */
    public Map<String, Double> of(LinearData data, double[] scores) {
        return binary
                ? SingleMetrics.binary(data.labels(), scores, names)
                : SingleMetrics.regression(data.labels(), scores, names);
    }

    /** Of more than two classes: accuracy, and the means over the classes of precision and recall. */
    public static Map<String, Double> ofClasses(LinearData data, List<String> results) {
        Map<String, int[]> counts = new HashMap<>();
        for (int row = 0; row < data.size(); row++) {
            String label = Long.toString((long) data.label(row));
            counts.computeIfAbsent(label, none -> new int[3])[LABELLED]++;
            counts.computeIfAbsent(results.get(row), none -> new int[3])[PREDICTED]++;
            if (label.equals(results.get(row))) {
                counts.get(label)[RIGHT]++;
            }
        }
        Map<String, Double> values = new LinkedHashMap<>();
        int right = counts.values().stream().mapToInt(count -> count[RIGHT]).sum();
        values.put("accuracy", (double) right / data.size());
        values.put("precision", mean(counts, PREDICTED));
        values.put("recall", mean(counts, LABELLED));
        return SingleMetrics.rounded(values);
    }

    /** Of a class that nobody has, or that is never predicted, the share is 0, as scikit-learn has it. */
    private static double mean(Map<String, int[]> counts, int of) {
        return counts.values().stream()
                .mapToDouble(count -> count[of] == 0 ? 0 : (double) count[RIGHT] / count[of])
                .average()
                .orElse(Double.NaN);
    }

    /** Whether more of it is better. */
    static boolean largerIsBetter(String metric) {
        return LARGER_IS_BETTER.contains(metric);
    }
}

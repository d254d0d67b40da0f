package io.fateflow.worker.component.score;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** FATE's metrics that are one number each, as evaluation while training has them: rounded to six places. */
public final class SingleMetrics {

    /** Of two classes. */
    public static final List<String> BINARY = List.of("auc", "ks");

    /** Of numbers. */
    public static final List<String> REGRESSION = List.of(
            "root_mean_squared_error",
            "mean_absolute_error",
            "mean_squared_error",
            "explained_variance",
            "r2_score",
            "median_absolute_error");

    private static final double PLACES = 1e6;

    private SingleMetrics() {}

    /** By name; NaN where a metric is not defined, as without one of the classes. */
    public static Map<String, Double> binary(double[] labels, double[] scores, List<String> names) {
        Map<String, Double> values = new LinkedHashMap<>();
        if (!names.isEmpty()) {
            Ranking ranking = Ranking.of(labels, scores);
            names.forEach(name -> values.put(name, name.equals("auc") ? ranking.auc() : ranking.ks()));
        }
        return rounded(values);
    }

    /** By name; NaN without rows. */
    public static Map<String, Double> regression(double[] labels, double[] scores, List<String> names) {
        Residuals residuals = new Residuals(labels, scores);
        Map<String, Double> values = new LinkedHashMap<>();
        names.forEach(name -> values.put(name, residuals.metric(name)));
        return rounded(values);
    }

    /** Changes the values. */
    public static Map<String, Double> rounded(Map<String, Double> values) {
        values.replaceAll((name, value) -> Double.isNaN(value) ? value : Math.round(value * PLACES) / PLACES);
        return values;
    }
}

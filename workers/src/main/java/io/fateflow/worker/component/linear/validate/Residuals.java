package io.fateflow.worker.component.linear.validate;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What is left of numbers when their predictions are taken away; metrics as scikit-learn defines them. */
final class Residuals {

    private final double[] labels;
    private final double[] errors;

    Residuals(double[] labels, double[] scores) {
        this.labels = labels;
        this.errors = IntStream.range(0, labels.length)
                .mapToDouble(row -> labels[row] - scores[row])
                .toArray();
    }

    double metric(String name) {
        return switch (name) {
            case "root_mean_squared_error" -> Math.sqrt(meanSquare());
            case "mean_absolute_error" -> mean(DoubleStream.of(errors).map(Math::abs));
            case "mean_squared_error" -> meanSquare();
            case "explained_variance" -> 1 - variance(errors) / variance(labels);
            case "r2_score" -> 1 - meanSquare() / variance(labels);
            case "median_absolute_error" -> median();
            default -> throw new IllegalArgumentException("no metric of regression: " + name);
        };
    }

    private double meanSquare() {
        return mean(DoubleStream.of(errors).map(error -> error * error));
    }

    private double median() {
        double[] sorted = DoubleStream.of(errors).map(Math::abs).sorted().toArray();
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    private static double variance(double[] values) {
        double mean = mean(DoubleStream.of(values));
        return mean(DoubleStream.of(values).map(value -> (value - mean) * (value - mean)));
    }

    private static double mean(DoubleStream values) {
        return values.average().orElse(Double.NaN);
    }
}

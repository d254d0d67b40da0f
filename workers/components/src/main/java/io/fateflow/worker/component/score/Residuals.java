package io.fateflow.worker.component.score;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What is left of numbers when their predictions are taken away; metrics as scikit-learn defines them. */
public final class Residuals {

    private final double[] labels;
    private final double[] errors;

    /** With one prediction for each label. */
    public Residuals(double[] labels, double[] scores) {
        this.labels = labels;
        this.errors = IntStream.range(0, labels.length)
                .mapToDouble(row -> labels[row] - scores[row])
                .toArray();
    }

    /**
     * One of FATE's metrics; NaN if there are no rows.
     *
     * @param name such as {@code root_mean_squared_error}
     */
    public double metric(String name) {
        return switch (name) {
            case "root_mean_squared_error" -> Math.sqrt(meanSquare());
            case "mean_absolute_error" -> mean(DoubleStream.of(errors).map(Math::abs));
            case "mean_squared_error" -> meanSquare();
            case "explained_variance" -> explained(variance(errors));
            case "r2_score" -> explained(meanSquare());
            case "median_absolute_error" -> median();
            default -> throw new IllegalArgumentException("no metric of regression: " + name);
        };
    }

    /** 1 less what is left of the labels' variance; of labels without variance all or nothing is explained. */
    private double explained(double left) {
        double all = variance(labels);
        if (all == 0) {
            return left == 0 ? 1 : 0;
        }
        return 1 - left / all;
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

package io.fateflow.worker.component.evaluation;

import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** FATE's metrics of predicted numbers, as scikit-learn defines them. */
final class RegressionMetrics {

    private final Predictions predictions;

    RegressionMetrics(Predictions predictions) {
        this.predictions = predictions;
    }

    void compute(Set<String> metrics, MetricSheet sheet) {
        metrics.forEach(metric -> sheet.value(metric, value(metric)));
    }

    private double value(String metric) {
        return switch (metric) {
            case "explained_variance" -> explained(error -> error - mean(errors()));
            case "mean_absolute_error" -> mean(errors().map(Math::abs));
            case "mean_squared_error" -> meanSquaredError();
            case "median_absolute_error" -> medianAbsoluteError();
            case "r2_score" -> explained(error -> error);
            case "root_mean_squared_error" -> Math.sqrt(meanSquaredError());
            default -> throw new IllegalArgumentException("no metric of regression: " + metric);
        };
    }

    private double meanSquaredError() {
        return mean(errors().map(error -> error * error));
    }

    private double medianAbsoluteError() {
        SortedDoubles absolute = new SortedDoubles(errors().map(Math::abs).toArray());
        int upper = absolute.size() / 2;
        return absolute.size() % 2 == 1 ? absolute.at(upper) : (absolute.at(upper - 1) + absolute.at(upper)) / 2;
    }

    /** 1 less what is left of the labels' variance; of labels without variance all or nothing is explained. */
    private double explained(DoubleUnaryOperator centred) {
        double left = mean(errors().map(centred).map(error -> error * error));
        double meanLabel = mean(labels());
        double all = mean(labels().map(label -> (label - meanLabel) * (label - meanLabel)));
        if (all == 0) {
            return left == 0 ? 1 : 0;
        }
        return 1 - left / all;
    }

    private DoubleStream labels() {
        return rows().mapToDouble(predictions::expected);
    }

    private DoubleStream errors() {
        return rows().mapToDouble(row -> predictions.expected(row) - predictions.predicted(row));
    }

    private IntStream rows() {
        return IntStream.range(0, predictions.size());
    }

    private static double mean(DoubleStream values) {
        return values.average().orElse(0);
    }
}

package io.fateflow.worker.component.selection;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.columns.Columns;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.data.DataSet;

/**
 * Statistics of this party's columns: those of a DataStatistics model, where it has them, otherwise computed from the
 * data by the same rules; missing values count for nothing.
 */
final class StatisticMetrics implements ToDoubleFunction<Column> {

    /** FATE's: what is less is zero. */
    private static final double NEARLY_ZERO = 1e-8;

    private final String statistic;
    private final Optional<JsonNode> model;
    private final DataSet data;

    StatisticMetrics(String statistic, Optional<JsonNode> model, DataSet data) {
        this.statistic = statistic;
        this.model = model;
        this.data = data;
    }

    @Override
    public double applyAsDouble(Column column) {
        for (JsonNode result : model.map(param -> param.path("selfValues").path("results"))
                .map(List::<JsonNode>of)
                .orElse(List.of())) {
            for (JsonNode one : result) {
                int place = ProtobufJson.texts(one.path("colNames")).indexOf(column.name());
                if (one.path("valueName").asText().equals(statistic) && place >= 0) {
                    return ProtobufJson.doubles(one.path("values"))[place];
                }
            }
        }
        return compute(column);
    }

    private double compute(Column column) {
        int place = data.header().indexOf(column.name());
        double[] values = Arrays.stream(Columns.values(data, place))
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        if (values.length == 0) {
            return Double.NaN;
        }
        return switch (statistic) {
            case "sum" -> Arrays.stream(values).sum();
            case "mean" -> mean(values);
            case "min" -> values[0];
            case "max" -> values[values.length - 1];
            case "median" -> quantile(values, 0.5);
            case "variance" -> variance(values);
            case "stddev" -> Math.sqrt(variance(values));
            case "coefficient_of_variance" -> {
                double mean = mean(values);
                yield Math.sqrt(variance(values)) / (Math.abs(mean) < NEARLY_ZERO ? NEARLY_ZERO : Math.abs(mean));
            }
            default -> {
                if (!statistic.matches("\\d{1,3}%")) {
                    throw new IllegalStateException("no DataStatistics model has the statistic " + statistic + " of "
                            + column + ": name one under isometric_model in the DSL, and ask it for that statistic");
                }
                yield quantile(values, Integer.parseInt(statistic.substring(0, statistic.length() - 1)) / 100.0);
            }
        };
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).sum() / values.length;
    }

    private static double variance(double[] values) {
        double mean = mean(values);
        double variance = Arrays.stream(values)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / values.length;
        return variance < NEARLY_ZERO ? 0 : variance;
    }

    private static double quantile(double[] sorted, double share) {
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }
}

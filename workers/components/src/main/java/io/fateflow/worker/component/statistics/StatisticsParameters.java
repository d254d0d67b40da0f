package io.fateflow.worker.component.statistics;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.columns.ColumnChoice;

/**
 * What DataStatistics is told; defaults are FATE's.
 *
 * @param statistics in the order of their results
 * @param percentiles such as {@code 95%}
 * @param abnormal values that do not count
 * @param quantileError recorded only: quantiles are exact here
 * @param bias whether skewness and kurtosis are those of the data; otherwise corrected as of a sample
 */
record StatisticsParameters(
        List<Statistic> statistics,
        List<String> percentiles,
        ColumnChoice columns,
        List<Double> abnormal,
        double quantileError,
        boolean bias) {

    private static final Pattern PERCENTILE = Pattern.compile("(100|[1-9]?[0-9])%");
    private static final double DEFAULT_ERROR = 0.0001;

    static StatisticsParameters from(Parameters parameters) {
        Set<String> asked = asked(parameters);
        List<String> percentiles =
                asked.stream().filter(PERCENTILE.asMatchPredicate()).toList();
        percentiles.forEach(asked::remove);
        StatisticsParameters all = new StatisticsParameters(
                statistics(parameters, asked),
                percentiles,
                ColumnChoice.read(parameters, "column_indexes", "column_names", true),
                abnormal(parameters),
                parameters.decimal("quantile_error", DEFAULT_ERROR, 0, 1),
                parameters.flag("bias", true));
        parameters.refuseOthers();
        return all;
    }

    /** From 0 to 1. */
    double[] shares() {
        return percentiles.stream()
                .mapToDouble(percentile -> Double.parseDouble(percentile.replace("%", "")) / 100)
                .toArray();
    }

    private static Set<String> asked(Parameters parameters) {
        JsonNode given = parameters.any("statistics");
        Set<String> asked = new LinkedHashSet<>();
        if (given.isTextual()) {
            asked.add(given.asText());
        } else {
            asked.addAll(parameters.texts("statistics"));
        }
        asked.remove("summary");
        return asked;
    }

    private static List<Statistic> statistics(Parameters parameters, Set<String> asked) {
        Set<Statistic> statistics = new LinkedHashSet<>();
        Stream.of(Statistic.values()).filter(Statistic::isBasic).forEach(statistics::add);
        for (String name : asked) {
            statistics.add(Stream.of(Statistic.values())
                    .filter(statistic -> statistic.text().equals(name))
                    .findFirst()
                    .orElseThrow(() -> parameters.wrong(
                            "statistics",
                            "has the name " + name + ", which is neither a percentile such as 95% nor one of "
                                    + Stream.of(Statistic.values())
                                            .map(Statistic::text)
                                            .toList())));
        }
        return List.copyOf(statistics);
    }

    private static List<Double> abnormal(Parameters parameters) {
        JsonNode given = parameters.any("abnormal_list");
        List<Double> abnormal = new ArrayList<>();
        for (JsonNode value : given) {
            try {
                abnormal.add(Double.valueOf(value.asText()));
            } catch (NumberFormatException text) {
                throw parameters.wrong("abnormal_list", "must list numbers, for features are numbers, not " + value);
            }
        }
        return abnormal;
    }
}

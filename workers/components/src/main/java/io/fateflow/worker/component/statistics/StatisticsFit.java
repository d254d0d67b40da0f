package io.fateflow.worker.component.statistics;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.summary.ColumnSummary;
import io.fateflow.worker.summary.NumberPasses;
import io.fateflow.worker.summary.Quantiles;

/** Gathers the statistics in eight passes over the data, wherever those are made. */
final class StatisticsFit {

    private final StatisticsParameters parameters;
    private final InstanceTable data;
    private final DescribedColumns.Look look;
    private final int[] columns;

    StatisticsFit(StatisticsParameters parameters, InstanceTable data, Party self, DescribedColumns.Look look) {
        this.parameters = parameters;
        this.data = data;
        this.look = look;
        this.columns = parameters.columns().in(data.header(), self).stream()
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** The names of the columns that are looked at. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        for (int column : columns) {
            names.add(data.header().get(column));
        }
        return names;
    }

    /** By statistic, one value for each of {@link #names}. */
    Map<String, double[]> fit() throws IOException {
        List<Double> abnormal = parameters.abnormal();
        DescribedColumns described = look.at(data, columns);
        NumberPasses numbers = described.numbers();
        NumberPasses rows = abnormal.isEmpty()
                ? numbers
                : numbers.with((column, value) -> abnormal.contains(value) ? Double.NaN : value);
        List<ColumnSummary> summaries = ColumnSummary.of(rows);
        long[] present = described.present();
        double[] shares = parameters.shares();
        double[] withMedian = Arrays.copyOf(shares, shares.length + 1);
        withMedian[shares.length] = 0.5;
        double[][] quantiles = Quantiles.of(rows, withMedian);
        Map<String, double[]> values = new LinkedHashMap<>();
        for (int i = 0; i < columns.length; i++) {
            Statistic.Column column = new Statistic.Column(
                    summaries.get(i), quantiles[i][shares.length], data.count() - present[i], data.count());
            for (Statistic statistic : parameters.statistics()) {
                put(values, statistic.text(), i, statistic.of(column, parameters.bias()));
            }
            for (int p = 0; p < shares.length; p++) {
                put(values, parameters.percentiles().get(p), i, quantiles[i][p]);
            }
        }
        return values;
    }

    private void put(Map<String, double[]> values, String name, int column, double value) {
        values.computeIfAbsent(name, none -> new double[columns.length])[column] = value;
    }
}

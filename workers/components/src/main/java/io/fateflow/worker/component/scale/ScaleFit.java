package io.fateflow.worker.component.scale;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.summary.ColumnSummary;
import io.fateflow.worker.summary.NumberRows;
import io.fateflow.worker.summary.Quantiles;

/** Finds each column's scale in passes over the data. */
final class ScaleFit {

    private final ScaleParameters parameters;
    private final InstanceTable data;
    private final int[] columns;
    private final NumberRows rows;

    ScaleFit(ScaleParameters parameters, InstanceTable data, Party self) {
        this.parameters = parameters;
        this.data = data;
        this.columns = parameters.columns().in(data.header(), self).stream()
                .mapToInt(Integer::intValue)
                .toArray();
        this.rows = data.numbers(columns);
    }

    List<ColumnScale> fit() throws IOException {
        double[][] ranges = parameters.cap() ? shares() : values();
        List<ColumnScale> limits = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            String name = data.header().get(columns[i]);
            limits.add(new ColumnScale(name, parameters.standard(), ranges[i][0], ranges[i][1], 0, 0));
        }
        return parameters.standard() ? standard(limits) : limits;
    }

    /** The limits where these are within the column's range, which they narrow. */
    private double[][] values() throws IOException {
        List<ColumnSummary> summaries = ColumnSummary.of(rows);
        int all = data.header().size();
        double[][] ranges = new double[columns.length][];
        for (int i = 0; i < columns.length; i++) {
            double upper = parameters.upper().at(columns[i], all, Double.POSITIVE_INFINITY);
            double lower = parameters.lower().at(columns[i], all, Double.NEGATIVE_INFINITY);
            ColumnSummary summary = summaries.get(i);
            double least = Math.max(Math.min(summary.min(), upper), lower);
            double greatest = Math.max(Math.min(summary.max(), upper), lower);
            ranges[i] = summary.count() == 0 ? new double[] {0, 0} : new double[] {least, greatest};
        }
        return ranges;
    }

    private double[][] shares() throws IOException {
        double lower = parameters.lower().share(0);
        double upper = parameters.upper().share(1);
        if (upper < lower) {
            throw new IllegalArgumentException("feat_upper should not less than feat_lower");
        }
        return Quantiles.of(rows, lower, upper);
    }

    /** Mean and deviation are those of the values within the limits. */
    private List<ColumnScale> standard(List<ColumnScale> limits) throws IOException {
        List<ColumnSummary> summaries =
                ColumnSummary.of(rows.with((column, value) -> limits.get(column).cut(value)));
        List<ColumnScale> scales = new ArrayList<>();
        for (int i = 0; i < limits.size(); i++) {
            ColumnScale limit = limits.get(i);
            ColumnSummary summary = summaries.get(i);
            boolean empty = summary.count() == 0;
            double mean = parameters.withMean() && !empty ? summary.mean() : 0;
            double deviation = parameters.withStd() && !empty ? ColumnScale.divisor(summary.standardDeviation()) : 1;
            scales.add(new ColumnScale(limit.name(), true, limit.lower(), limit.upper(), mean, deviation));
        }
        return scales;
    }
}

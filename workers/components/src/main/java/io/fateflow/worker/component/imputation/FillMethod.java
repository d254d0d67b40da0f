package io.fateflow.worker.component.imputation;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

import io.fateflow.worker.summary.ColumnSummary;
import io.fateflow.worker.summary.NumberRows;
import io.fateflow.worker.summary.Quantiles;

/** FATE's ways to find the value that takes the place of a column's missing ones. */
public enum FillMethod {
    MIN,
    MAX,
    MEAN,
    MEDIAN,
    /** The value is given. */
    DESIGNATED;

    /** FATE's name of it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The method of that name. */
    public static FillMethod of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    /** FATE's names, for a parameter's check. */
    public static String[] texts() {
        return new String[] {MIN.text(), MAX.text(), MEAN.text(), MEDIAN.text(), DESIGNATED.text()};
    }

    /**
     * The value for each column, NaN for a column without values. The median takes six passes over the rows, the others
     * one.
     *
     * @throws IllegalStateException if the value is to be given
     */
    public double[] of(NumberRows rows) throws IOException {
        return switch (this) {
            case MIN -> each(rows, summary -> summary.count() == 0 ? Double.NaN : summary.min());
            case MAX -> each(rows, summary -> summary.count() == 0 ? Double.NaN : summary.max());
            case MEAN -> each(rows, ColumnSummary::mean);
            case MEDIAN -> Quantiles.medians(rows);
            case DESIGNATED -> throw new IllegalStateException("a designated value is not found in the data");
        };
    }

    private static double[] each(NumberRows rows, ToDoubleFunction<ColumnSummary> value) throws IOException {
        List<ColumnSummary> summaries = ColumnSummary.of(rows);
        return summaries.stream().mapToDouble(value).toArray();
    }
}

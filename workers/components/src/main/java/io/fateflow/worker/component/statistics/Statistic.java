package io.fateflow.worker.component.statistics;

import java.util.Locale;

import io.fateflow.worker.summary.ColumnSummary;

/** FATE's statistics that come of a column's summary; the order of the first ones is FATE's {@code summary}. */
enum Statistic {
    SUM,
    MEAN,
    STDDEV,
    MEDIAN,
    MIN,
    MAX,
    MISSING_RATIO,
    MISSING_COUNT,
    SKEWNESS,
    KURTOSIS,
    COEFFICIENT_OF_VARIANCE,
    COUNT,
    VARIANCE;

    /** FATE's name of it. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether FATE gives it also when nobody asks for it. */
    boolean isBasic() {
        return this != COUNT && this != VARIANCE;
    }

    double of(Column column, boolean bias) {
        ColumnSummary summary = column.summary();
        return switch (this) {
            case SUM -> summary.sum();
            case MEAN -> summary.mean();
            case STDDEV -> summary.standardDeviation();
            case MEDIAN -> column.median();
            case MIN -> summary.count() == 0 ? Double.NaN : summary.min();
            case MAX -> summary.count() == 0 ? Double.NaN : summary.max();
            case MISSING_RATIO -> (double) column.missing() / column.rows();
            case MISSING_COUNT -> column.missing();
            case SKEWNESS -> summary.skewness(bias);
            case KURTOSIS -> summary.kurtosis(bias);
            case COEFFICIENT_OF_VARIANCE -> summary.coefficientOfVariance();
            case COUNT -> summary.count();
            case VARIANCE -> summary.variance();
        };
    }

    /**
     * What is known of a column.
     *
     * @param summary of the values that count
     * @param missing how many rows have no value
     */
    record Column(ColumnSummary summary, double median, long missing, long rows) {}
}

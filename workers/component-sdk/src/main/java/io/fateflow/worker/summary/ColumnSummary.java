package io.fateflow.worker.summary;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is known of a column after one pass: FATE's {@code SummaryStatistics}. Central moments are updated value by
 * value, which keeps the digits that the difference of two large sums would lose.
 */
public final class ColumnSummary {

    /** FATE takes what is smaller for 0. */
    private static final double FLOAT_ZERO = 1e-8;

    private long count;
    private long missing;
    private double sum;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;
    private double center;
    private double second;
    private double third;
    private double fourth;

    /** One summary for each column. */
    public static List<ColumnSummary> of(NumberRows rows) throws IOException {
        List<ColumnSummary> summaries =
                Stream.generate(ColumnSummary::new).limit(rows.columns()).toList();
        rows.forEach(values -> {
            for (int column = 0; column < values.length; column++) {
                summaries.get(column).add(values[column]);
            }
        });
        return summaries;
    }

    /** NaN counts as missing. */
    public void add(double value) {
        if (Double.isNaN(value)) {
            missing++;
            return;
        }
        long before = count++;
        sum += value;
        min = Math.min(min, value);
        max = Math.max(max, value);
        double distance = value - center;
        double step = distance / count;
        double square = step * step;
        double term = distance * step * before;
        center += step;
        fourth += term * square * ((double) count * count - 3.0 * count + 3) + 6 * square * second - 4 * step * third;
        third += term * step * (count - 2) - 3 * step * second;
        second += term;
    }

    /** How many values there are, without the missing ones. */
    public long count() {
        return count;
    }

    public long missingCount() {
        return missing;
    }

    /** Of all rows. */
    public double missingRatio() {
        return (double) missing / (count + missing);
    }

    public double sum() {
        return sum;
    }

    public double mean() {
        return sum / count;
    }

    public double min() {
        return min;
    }

    public double max() {
        return max;
    }

    /** Of the population, not of a sample. */
    public double variance() {
        double variance = second / count;
        return Math.abs(variance) < FLOAT_ZERO ? 0 : variance;
    }

    public double standardDeviation() {
        return Math.sqrt(variance());
    }

    public double coefficientOfVariance() {
        double mean = Math.abs(mean()) < FLOAT_ZERO ? FLOAT_ZERO : mean();
        return Math.abs(standardDeviation() / mean);
    }

    /** Fisher-Pearson's coefficient; corrected for the bias of a sample unless {@code bias}. 0 for a constant column. */
    public double skewness(boolean bias) {
        double variance = variance();
        if (variance == 0) {
            return 0;
        }
        double skewness = third / count / Math.pow(variance, 1.5);
        double n = count;
        return bias || count <= 2 ? skewness : skewness * Math.sqrt((n - 1) * n) / (n - 2);
    }

    /** In excess of the normal distribution's; corrected for the bias of a sample unless {@code bias}. -3 for a constant column. */
    public double kurtosis(boolean bias) {
        double variance = variance();
        if (variance == 0) {
            return -3;
        }
        double kurtosis = fourth / count / (variance * variance);
        double n = count;
        return bias || count <= 3
                ? kurtosis - 3
                : ((n * n - 1) * kurtosis - 3 * (n - 1) * (n - 1)) / ((n - 2) * (n - 3));
    }
}

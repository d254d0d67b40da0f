package io.fateflow.worker.summary;

import java.io.IOException;
import java.io.Serial;
import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is known of a column after one pass: FATE's {@code SummaryStatistics}. Central moments are updated value by
 * value, which keeps the digits that the difference of two large sums would lose.
 */
public final class ColumnSummary implements Serializable {

    @Serial
    private static final long serialVersionUID = 1;

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
    public static List<ColumnSummary> of(NumberPasses rows) throws IOException {
        return List.of(rows.pass(new Summaries(rows.columns())));
    }

    private record Summaries(int columns) implements Pass<ColumnSummary[]> {

        @Override
        public ColumnSummary[] begin() {
            return Stream.generate(ColumnSummary::new).limit(columns).toArray(ColumnSummary[]::new);
        }

        @Override
        public void row(ColumnSummary[] summaries, double[] values) {
            for (int column = 0; column < columns; column++) {
                summaries[column].add(values[column]);
            }
        }

        @Override
        public ColumnSummary[] merge(ColumnSummary[] one, ColumnSummary[] other) {
            for (int column = 0; column < columns; column++) {
                one[column].add(other[column]);
            }
            return one;
        }
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

    /** Adds what is known of other rows: moments about two centers become those about the common one. */
    public void add(ColumnSummary other) {
        missing += other.missing;
        if (other.count == 0) {
            return;
        }
        double n = count;
        double m = other.count;
        double all = n + m;
        double distance = other.center - center;
        double square = distance * distance;
        fourth += other.fourth
                + square * square * n * m * (n * n - n * m + m * m) / (all * all * all)
                + 6 * square * (n * n * other.second + m * m * second) / (all * all)
                + 4 * distance * (n * other.third - m * third) / all;
        third += other.third
                + square * distance * n * m * (n - m) / (all * all)
                + 3 * distance * (n * other.second - m * second) / all;
        second += other.second + square * n * m / all;
        center += distance * m / all;
        count += other.count;
        sum += other.sum;
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
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

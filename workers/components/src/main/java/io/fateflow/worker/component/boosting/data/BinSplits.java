package io.fateflow.worker.component.boosting.data;

import java.util.Arrays;
import java.util.stream.IntStream;

import io.fateflow.worker.component.binning.SplitPoints;

/**
 * Where each column's values are parted into bins. A value is in the first bin whose point it does not exceed, one beyond
 * all points in the last. With missing values there is one more bin behind the last, for those.
 *
 * @param points ascending, by column; at least one for each
 * @param zeroMissing whether 0 counts as missing
 */
// nobody compares splits
@SuppressWarnings("ArrayRecordComponent")
public record BinSplits(double[][] points, boolean useMissing, boolean zeroMissing) {

    /** FATE's tolerance when a value is compared with a point. */
    private static final double TOLERANCE = 1e-8;

    /** FATE's quantile points of data to train with. */
    public static BinSplits of(ColumnTable data, int bins, double error, boolean useMissing, boolean zeroMissing) {
        double[][] points = new double[data.columns().length][];
        for (int column = 0; column < points.length; column++) {
            points[column] = QuantilePoints.of(data.columns()[column], bins, error);
        }
        return new BinSplits(points, useMissing, zeroMissing);
    }

    public int columns() {
        return points.length;
    }

    /** How many bins a column has, with that of missing values. */
    public int bins(int column) {
        return points[column].length + (useMissing ? 1 : 0);
    }

    /** The greatest number of bins that a column has. */
    public int mostBins() {
        return IntStream.range(0, columns()).map(this::bins).max().orElse(0);
    }

    public double point(int column, int bin) {
        return points[column][bin];
    }

    /** The bins of rows to train with. */
    public BinnedTable train(ColumnTable data) {
        return bin(data, 0);
    }

    /** The bins of rows to predict: FATE lets them exceed a point a little. */
    public BinnedTable predict(ColumnTable data) {
        return bin(data, TOLERANCE);
    }

    private BinnedTable bin(ColumnTable data, double tolerance) {
        char[][] bins = new char[columns()][];
        for (int column = 0; column < bins.length; column++) {
            bins[column] = bin(data.columns()[column], column, tolerance);
        }
        return new BinnedTable(bins, this, data.size());
    }

    private char[] bin(double[] values, int column, double tolerance) {
        double[] bounds = Arrays.stream(points[column], 0, points[column].length - 1)
                .map(point -> point + tolerance)
                .toArray();
        char missing = (char) points[column].length;
        char[] bins = new char[values.length];
        for (int row = 0; row < bins.length; row++) {
            double value = Math.abs(values[row]) < QuantilePoints.ZERO ? 0 : values[row];
            boolean isMissing = Double.isNaN(value) || (zeroMissing && value == 0);
            bins[row] = isMissing ? missing : (char) SplitPoints.lowerBound(bounds, bounds.length, value);
        }
        return bins;
    }
}

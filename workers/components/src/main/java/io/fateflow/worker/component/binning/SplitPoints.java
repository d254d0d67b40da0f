package io.fateflow.worker.component.binning;

import java.util.Arrays;

/**
 * The upper bounds of a column's bins, ascending. A value is in the first bin whose bound it does not exceed, a value
 * beyond all bounds in the last one, and a missing value in a bin of its own behind them.
 */
public final class SplitPoints {

    private final double[] bounds;

    /** Takes the array as its own; it has at least one bound. */
    SplitPoints(double... bounds) {
        this.bounds = bounds;
    }

    /** Those of the values that differ, ascending. */
    static SplitPoints ofDistinct(double... values) {
        return new SplitPoints(Arrays.stream(values).sorted().distinct().toArray());
    }

    int bin(double value) {
        if (Double.isNaN(value)) {
            return bounds.length;
        }
        return lowerBound(bounds, bounds.length - 1, value);
    }

    /**
     * How many of the first bounds are less than a value.
     *
     * @param bounds ascending
     */
    public static int lowerBound(double[] bounds, int count, double value) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (bounds[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    int[] bins(double[] values) {
        return Arrays.stream(values).mapToInt(this::bin).toArray();
    }

    int size() {
        return bounds.length;
    }

    /** The bounds at these places only. */
    SplitPoints keep(int... places) {
        return new SplitPoints(
                Arrays.stream(places).mapToDouble(place -> bounds[place]).toArray());
    }

    double[] toArray() {
        return bounds.clone();
    }
}

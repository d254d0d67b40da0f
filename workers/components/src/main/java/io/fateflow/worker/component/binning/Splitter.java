package io.fateflow.worker.component.binning;

import java.util.Arrays;

/** A way to find a column's split points without looking at labels. */
enum Splitter {

    /**
     * Bins of about the same number of values: FATE's quantile binning without its approximation, so every bound has the
     * rank that FATE promises up to {@code error}. Equal bounds are one.
     */
    QUANTILE {
        @Override
        SplitPoints split(double[] sorted, int bins) {
            double[] bounds = new double[bins];
            for (int i = 1; i < bins; i++) {
                // as FATE computes it: the product decides on which side of a whole number the rank falls
                int rank = (int) Math.ceil(i * (1.0 / bins) * sorted.length);
                // FATE's search for a rank starts behind the least value
                bounds[i - 1] = sorted[Math.min(Math.max(1, rank - 1), sorted.length - 1)];
            }
            bounds[bins - 1] = sorted[sorted.length - 1];
            return SplitPoints.ofDistinct(bounds);
        }
    },

    /** Bins of the same width. */
    BUCKET {
        @Override
        SplitPoints split(double[] sorted, int bins) {
            double least = sorted[0];
            double greatest = sorted[sorted.length - 1];
            double width = (greatest - least) / bins;
            double[] bounds = new double[bins];
            for (int i = 0; i < bins - 1; i++) {
                bounds[i] = least + (i + 1) * width;
            }
            bounds[bins - 1] = greatest;
            return new SplitPoints(bounds);
        }
    };

    /**
     * The split points of a column; a column without any value has the one bound 0, as in FATE.
     *
     * @param values NaN where missing
     * @param bins at most
     */
    SplitPoints of(double[] values, int bins) {
        double[] sorted = Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        return sorted.length == 0 ? new SplitPoints(0) : split(sorted, bins);
    }

    abstract SplitPoints split(double[] sorted, int bins);
}

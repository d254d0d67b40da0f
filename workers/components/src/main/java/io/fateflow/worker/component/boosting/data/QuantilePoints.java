package io.fateflow.worker.component.boosting.data;

import java.util.Arrays;

/**
 * FATE's quantile points of one column, by its sketch's rules: zeros are counted apart, and a point is the value of rank
 * {@code ⌈share·count⌉} among the others. FATE's sketch gives exactly this up to some 5,000 values, and beyond that a value
 * within its error of it, depending on how the table is parted; here it is exact for any number.
 */
final class QuantilePoints {

    /** Below this, FATE takes a value for 0. */
    static final double ZERO = 1e-8;

    private final double[] others;
    private final double error;
    private final double zerosFrom;
    private final double zerosTo;
    private final double known;

    private QuantilePoints(double[] sorted, int missing, int total, double error) {
        this.others = sorted;
        this.error = error;
        this.known = total - missing;
        long negative = Arrays.stream(sorted).filter(value -> value < 0).count();
        double zeros = known - sorted.length;
        this.zerosFrom = negative / known;
        this.zerosTo = negative == sorted.length ? known : (negative + zeros) / known;
    }

    /** The points that differ, ascending; one 0 for a column without values. */
    static double[] of(double[] column, int bins, double error) {
        int missing = 0;
        int count = 0;
        double[] others = new double[column.length];
        for (double value : column) {
            if (Double.isNaN(value)) {
                missing++;
            } else if (Math.abs(value) >= ZERO) {
                others[count++] = value;
            }
        }
        if (missing == column.length) {
            return new double[1];
        }
        double[] sorted = Arrays.copyOf(others, count);
        Arrays.parallelSort(sorted);
        QuantilePoints points = new QuantilePoints(sorted, missing, column.length, error);
        double step = 1.0 / bins;
        double[] all = new double[bins];
        for (int i = 1; i < bins; i++) {
            all[i - 1] = points.at(i * step);
        }
        all[bins - 1] = points.at(1);
        return Arrays.stream(all).map(value -> value + 0.0).sorted().distinct().toArray();
    }

    private double at(double share) {
        if ((zerosFrom < share && share < zerosTo) || others.length == 0) {
            return 0;
        }
        return ofOthers(others.length == known ? share : amongOthers(share));
    }

    private double amongOthers(double share) {
        return share <= zerosFrom
                ? known / others.length * share
                : (share - zerosTo + zerosFrom) / (1 - zerosTo + zerosFrom);
    }

    /** The sketch never gives its first value for a rank, but only for a share within its error of 0. */
    private double ofOthers(double share) {
        if (share <= error) {
            return others[0];
        }
        if (share >= 1 - error) {
            return others[others.length - 1];
        }
        int rank = (int) Math.ceil(share * others.length);
        return others[Math.min(others.length - 1, Math.max(1, rank - 1))];
    }
}

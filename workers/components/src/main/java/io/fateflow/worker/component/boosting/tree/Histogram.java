package io.fateflow.worker.component.boosting.tree;

/**
 * Sums of one node's gradients by column and bin.
 *
 * @param sums for each bin gradient and hessian of each output
 * @param counts rows by bin
 */
// nobody compares histograms
@SuppressWarnings("ArrayRecordComponent")
public record Histogram(double[] sums, int[] counts) {

    static Histogram empty(int cells, int outputs) {
        return new Histogram(new double[cells * 2 * outputs], new int[cells]);
    }

    /** What is left of this one when another one is taken away. */
    public Histogram minus(Histogram other) {
        double[] difference = new double[sums.length];
        for (int i = 0; i < difference.length; i++) {
            difference[i] = sums[i] - other.sums[i];
        }
        int[] left = new int[counts.length];
        for (int i = 0; i < left.length; i++) {
            left[i] = counts[i] - other.counts[i];
        }
        return new Histogram(difference, left);
    }

    Sums at(int cell, int outputs) {
        Sums at = Sums.zero(outputs);
        for (int k = 0; k < outputs; k++) {
            at.g()[k] = sums[(cell * outputs + k) * 2];
            at.h()[k] = sums[(cell * outputs + k) * 2 + 1];
        }
        return at;
    }
}

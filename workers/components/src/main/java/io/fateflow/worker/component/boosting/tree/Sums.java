package io.fateflow.worker.component.boosting.tree;

import java.util.Arrays;

/**
 * Sums of some rows' gradients and hessians, for each output. Not to be changed once it is given away.
 */
// nobody compares sums
@SuppressWarnings("ArrayRecordComponent")
public record Sums(double[] g, double[] h) {

    public static Sums zero(int outputs) {
        return new Sums(new double[outputs], new double[outputs]);
    }

    public int outputs() {
        return g.length;
    }

    public Sums minus(Sums other) {
        Sums difference = zero(outputs());
        Arrays.setAll(difference.g, k -> g[k] - other.g[k]);
        Arrays.setAll(difference.h, k -> h[k] - other.h[k]);
        return difference;
    }

    public Sums plus(Sums other) {
        Sums sum = zero(outputs());
        Arrays.setAll(sum.g, k -> g[k] + other.g[k]);
        Arrays.setAll(sum.h, k -> h[k] + other.h[k]);
        return sum;
    }

    /** The sum of hessians over all outputs. */
    double hessian() {
        return Arrays.stream(h).sum();
    }
}

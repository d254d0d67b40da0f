package io.fateflow.worker.component.boosting.tree;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What a tree is grown from: gradient and hessian of each row, for each of the tree's outputs.
 *
 * @param g by output, then by row
 * @param h by output, then by row
 * @param rows the rows that count, ascending; gradients of others are not looked at
 */
// nobody compares gradients
@SuppressWarnings("ArrayRecordComponent")
public record Gradients(double[][] g, double[][] h, int[] rows) {

    /** Of all rows. */
    public static Gradients of(double[][] g, double[][] h) {
        return new Gradients(g, h, IntStream.range(0, g[0].length).toArray());
    }

    /** Of one output only. */
    public Gradients output(int k) {
        return new Gradients(new double[][] {g[k]}, new double[][] {h[k]}, rows);
    }

    public int outputs() {
        return g.length;
    }

    /** How many rows there are, counted or not. */
    public int size() {
        return g[0].length;
    }

    /** Whether some rows do not count. */
    public boolean sampled() {
        return rows.length < size();
    }

    /** Of all rows that count. */
    public Sums total() {
        Sums total = Sums.zero(outputs());
        for (int k = 0; k < outputs(); k++) {
            double[] gk = g[k];
            double[] hk = h[k];
            total.g()[k] = Arrays.stream(rows).mapToDouble(row -> gk[row]).sum();
            total.h()[k] = Arrays.stream(rows).mapToDouble(row -> hk[row]).sum();
        }
        return total;
    }
}

package io.fateflow.worker.component.linear.optimize;

import java.util.Arrays;

/**
 * FATE's {@code sqn}: plain steps until it has learned something of the curvature, then the gradient times the approximate
 * inverse of the second derivatives.
 */
public final class QuasiNewton implements Optimizer {

    private final CurvaturePairs pairs;

    /**
     * Has learned nothing.
     *
     * @param memory how much of what it learns it remembers
     */
    public QuasiNewton(int memory) {
        this.pairs = new CurvaturePairs(memory);
    }

    @Override
    public double[] step(double[] gradient, double rate) {
        return Arrays.stream(pairs.apply(gradient)).map(each -> rate * each).toArray();
    }

    /**
     * Learns that a move of the weights changes the gradient so. As in FATE the curvature may be negative, for the move is
     * taken one batch later than the change; of a move that changes nothing there is nothing to learn.
     */
    public void learn(double[] move, double[] change) {
        double product = CurvaturePairs.dot(move, change);
        if (product != 0 && Double.isFinite(1 / product)) {
            pairs.add(move, change);
        }
    }
}

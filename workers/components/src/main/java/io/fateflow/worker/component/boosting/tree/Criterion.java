package io.fateflow.worker.component.boosting.tree;

import io.fateflow.worker.component.boosting.parameter.TreeParameters;

/**
 * XGBoost's gain of a split and weight of a leaf, with FATE's truncation to ten decimal places; then ties do not depend on
 * the order in which numbers were added up.
 *
 * @param l1 has no effect on nodes of several outputs, as in FATE
 */
public record Criterion(double l2, double l1) {

    private static final double PLACES = 1e10;

    public static Criterion of(TreeParameters parameters) {
        return new Criterion(parameters.l2(), parameters.l1());
    }

    /** What a split gains. */
    public double gain(Sums node, Sums left, Sums right) {
        return truncate(score(left) + score(right) - score(node));
    }

    /** The weight of a node, for each output. */
    public double[] weights(Sums node) {
        double[] weights = new double[node.outputs()];
        for (int k = 0; k < weights.length; k++) {
            weights[k] = truncate(-shrink(node.g()[k], weights.length) / (node.h()[k] + l2));
        }
        return weights;
    }

    private double score(Sums sums) {
        double score = 0;
        for (int k = 0; k < sums.outputs(); k++) {
            double g = shrink(truncate(sums.g()[k]), sums.outputs());
            score += truncate(g * g / (truncate(sums.h()[k]) + l2));
        }
        return score;
    }

    private double shrink(double g, int outputs) {
        if (outputs > 1 || l1 == 0) {
            return g;
        }
        return Math.signum(g) * Math.max(0, Math.abs(g) - l1);
    }

    private static double truncate(double value) {
        return Math.floor(value * PLACES) / PLACES;
    }
}

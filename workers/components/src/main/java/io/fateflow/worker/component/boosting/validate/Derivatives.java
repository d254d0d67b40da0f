package io.fateflow.worker.component.boosting.validate;

import io.fateflow.worker.component.boosting.objective.Objective;
import io.fateflow.worker.component.boosting.tree.Gradients;

/** The gradients of rows at their scores. */
public final class Derivatives {

    private Derivatives() {}

    /**
     * Of all rows.
     *
     * @param weights of the rows, by which gradients are multiplied; empty if they have none
     */
    public static Gradients of(Objective objective, Scores scores, Labels labels, double... weights) {
        int outputs = objective.outputs();
        double[][] g = new double[outputs][scores.rows()];
        double[][] h = new double[outputs][scores.rows()];
        double[] own = new double[outputs];
        double[] gradient = new double[outputs];
        double[] hessian = new double[outputs];
        for (int row = 0; row < scores.rows(); row++) {
            for (int k = 0; k < outputs; k++) {
                own[k] = scores.values()[k][row];
            }
            objective.derive(labels.values()[row], own, gradient, hessian);
            double weight = weights.length > 0 ? weights[row] : 1;
            for (int k = 0; k < outputs; k++) {
                g[k][row] = gradient[k] * weight;
                h[k][row] = hessian[k] * weight;
            }
        }
        return Gradients.of(g, h);
    }
}

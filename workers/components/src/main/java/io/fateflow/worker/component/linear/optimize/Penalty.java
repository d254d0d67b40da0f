package io.fateflow.worker.component.linear.optimize;

/**
 * FATE's regularisation of the weights; an intercept is never penalised.
 *
 * @param alpha how strong
 */
public record Penalty(Kind kind, double alpha) {

    /** FATE's values of {@code penalty}. */
    public enum Kind {
        L1,
        L2,
        NONE
    }

    /** Whether the loss has a term for it. */
    public boolean isPartOfLoss() {
        return kind != Kind.NONE;
    }

    /** Half of alpha times the sum of squares, or alpha times the sum of absolutes. */
    public double loss(Weights weights) {
        double sum = 0;
        for (double coefficient : weights.coefficients()) {
            sum += kind == Kind.L1 ? Math.abs(coefficient) : coefficient * coefficient;
        }
        return switch (kind) {
            case L1 -> alpha * sum;
            case L2 -> 0.5 * alpha * sum;
            case NONE -> 0;
        };
    }

    /** What has to be added to the gradient of one coefficient before it goes to the optimizer. */
    public double gradient(double coefficient) {
        return kind == Kind.L2 ? alpha * coefficient : 0;
    }

    /**
     * The weights after a step. L1 takes the soft threshold here, as FATE does, with the rate that is not decayed.
     *
     * @param step one for each coefficient, then one for the intercept if there is one
     * @param iteration from 0; in the first, FATE's threshold is infinite and L1 sets all coefficients to 0
     */
    public Weights update(Weights weights, double[] step, double learningRate, int iteration) {
        double threshold = kind == Kind.L1 ? alpha * learningRate / Math.sqrt(iteration) : 0;
        double[] updated = weights.coefficients();
        for (int i = 0; i < updated.length; i++) {
            double moved = updated[i] - step[i];
            updated[i] = kind == Kind.L1 ? Math.signum(moved) * Math.max(0, Math.abs(moved) - threshold) : moved;
        }
        double intercept = weights.hasIntercept() ? weights.intercept() - step[updated.length] : 0;
        return new Weights(updated, intercept, weights.hasIntercept());
    }
}

package io.fateflow.worker.component.boosting.objective;

/** FATE's {@code lse}. */
final class SquaredError implements Objective {

    @Override
    public double[] start(double[] labels) {
        return Means.mean(labels);
    }

    @Override
    public void derive(double label, double[] scores, double[] gradients, double[] hessians) {
        gradients[0] = 2 * (scores[0] - label);
        hessians[0] = 2;
    }

    @Override
    public double loss(double label, double[] scores) {
        return (label - scores[0]) * (label - scores[0]);
    }

    @Override
    public double[] predict(double[] scores) {
        return scores;
    }
}

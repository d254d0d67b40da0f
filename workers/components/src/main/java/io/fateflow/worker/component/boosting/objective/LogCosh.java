package io.fateflow.worker.component.boosting.objective;

/** FATE's {@code log_cosh}. */
final class LogCosh implements Objective {

    @Override
    public double[] start(double[] labels) {
        return Means.mean(labels);
    }

    @Override
    public void derive(double label, double[] scores, double[] gradients, double[] hessians) {
        double t = Math.tanh(scores[0] - label);
        gradients[0] = t;
        hessians[0] = 1 - t * t;
    }

    /** Written so that great differences do not overflow. */
    @Override
    public double loss(double label, double[] scores) {
        double d = Math.abs(scores[0] - label);
        return d + Math.log1p(Math.exp(-2 * d)) - Math.log(2);
    }

    @Override
    public double[] predict(double[] scores) {
        return scores;
    }
}

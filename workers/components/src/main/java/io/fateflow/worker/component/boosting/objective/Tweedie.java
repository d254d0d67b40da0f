package io.fateflow.worker.component.boosting.objective;

import java.util.Arrays;

/** FATE's {@code tweedie}: the exponential of the score is what is estimated. */
record Tweedie(double rho) implements Objective {

    @Override
    public double[] start(double[] labels) {
        if (Arrays.stream(labels).anyMatch(label -> label < 0)) {
            throw new IllegalArgumentException("tweedie needs labels from 0, but some are negative");
        }
        return new double[1];
    }

    @Override
    public void derive(double label, double[] scores, double[] gradients, double[] hessians) {
        double a = label * Math.exp((1 - rho) * scores[0]);
        double b = Math.exp((2 - rho) * scores[0]);
        gradients[0] = b - a;
        hessians[0] = (2 - rho) * b - (1 - rho) * a;
    }

    @Override
    public double loss(double label, double[] scores) {
        return Math.exp((2 - rho) * scores[0]) / (2 - rho) - label * Math.exp((1 - rho) * scores[0]) / (1 - rho);
    }

    @Override
    public double[] predict(double[] scores) {
        return new double[] {Math.exp(scores[0])};
    }
}

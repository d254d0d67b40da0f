package io.fateflow.worker.component.boosting.objective;

/** The cross entropy of two classes: a score's sigmoid is the probability of the second. */
final class TwoClasses implements Objective {

    @Override
    public double[] start(double[] labels) {
        return new double[1];
    }

    @Override
    public void derive(double label, double[] scores, double[] gradients, double[] hessians) {
        double p = probability(scores[0]);
        gradients[0] = p - label;
        hessians[0] = p * (1 - p);
    }

    @Override
    public double loss(double label, double[] scores) {
        double p = probability(scores[0]);
        return Math.min(Double.MAX_VALUE, -Math.log(label == 1 ? p : 1 - p));
    }

    @Override
    public double[] predict(double[] scores) {
        return new double[] {probability(scores[0])};
    }

    private static double probability(double score) {
        if (score > 0) {
            return 1 / (1 + Math.exp(-score));
        }
        double power = Math.exp(score);
        return power / (1 + power);
    }
}

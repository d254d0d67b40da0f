package io.fateflow.worker.component.boosting.objective;

/** FATE's {@code lae}; no difference has the gradient -1, as FATE has it. */
final class AbsoluteError implements Objective {

    @Override
    public double[] start(double[] labels) {
        return Means.median(labels);
    }

    @Override
    public void derive(double label, double[] scores, double[] gradients, double[] hessians) {
        gradients[0] = scores[0] > label ? 1 : -1;
        hessians[0] = 1;
    }

    @Override
    public double loss(double label, double[] scores) {
        return Math.abs(label - scores[0]);
    }

    @Override
    public double[] predict(double[] scores) {
        return scores;
    }
}

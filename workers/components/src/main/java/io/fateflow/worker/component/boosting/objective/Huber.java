package io.fateflow.worker.component.boosting.objective;

/** FATE's smooth form of Huber's loss. */
record Huber(double delta) implements Objective {

    @Override
    public double[] start(double[] labels) {
        return Means.mean(labels);
    }

    @Override
    public void derive(double label, double[] scores, double[] gradients, double[] hessians) {
        double d = scores[0] - label;
        double inside = 1 + d * d / (delta * delta);
        gradients[0] = d / Math.sqrt(inside);
        hessians[0] = 1 / Math.pow(inside, 1.5);
    }

    @Override
    public double loss(double label, double[] scores) {
        double d = scores[0] - label;
        return delta * delta * (Math.sqrt(1 + d * d / (delta * delta)) - 1);
    }

    @Override
    public double[] predict(double[] scores) {
        return scores;
    }
}

package io.fateflow.worker.component.boosting.objective;

import java.util.Arrays;

/** The cross entropy of more than two classes: the scores' softmax are their probabilities. */
record ManyClasses(int classes) implements Objective {

    @Override
    public int outputs() {
        return classes;
    }

    @Override
    public double[] start(double[] labels) {
        return new double[classes];
    }

    @Override
    public void derive(double label, double[] scores, double[] gradients, double[] hessians) {
        double[] p = predict(scores);
        for (int k = 0; k < classes; k++) {
            gradients[k] = p[k] - (label == k ? 1 : 0);
            hessians[k] = p[k] * (1 - p[k]);
        }
    }

    @Override
    public double loss(double label, double[] scores) {
        return Math.min(Double.MAX_VALUE, -Math.log(predict(scores)[(int) label]));
    }

    @Override
    public double[] predict(double[] scores) {
        double greatest = Arrays.stream(scores).max().orElse(0);
        double[] p =
                Arrays.stream(scores).map(score -> Math.exp(score - greatest)).toArray();
        double sum = Arrays.stream(p).sum();
        return Arrays.stream(p).map(each -> each / sum).toArray();
    }
}

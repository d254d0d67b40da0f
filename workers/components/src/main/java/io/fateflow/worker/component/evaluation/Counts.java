package io.fateflow.worker.component.evaluation;

/** A confusion matrix of two classes, and what is computed of one. */
record Counts(int tp, int fp, int fn, int tn) {

    private static final double INSTEAD_OF_ZERO = 1e-6;

    int all() {
        return tp + fp + fn + tn;
    }

    /** The share of the rows that are called positive. */
    double calledPositive() {
        return (tp + fp) / (double) all();
    }

    double accuracy() {
        return (tp + tn) / (double) all();
    }

    /** 1 where nothing is called positive, so that a curve begins there. */
    double precision() {
        return tp + fp == 0 ? 1 : tp / (double) (tp + fp);
    }

    /** Also FATE's gain, and the true positive rate. */
    double recall() {
        return tp / (double) (tp + fn);
    }

    double falsePositiveRate() {
        return fp / (double) (fp + tn);
    }

    /** How much richer in positives the rows called positive are than all rows. */
    double lift() {
        return precision() / ((tp + fn) / (double) all());
    }

    double f1() {
        double sum = precision() + recall();
        return 2 * (precision() * recall()) / (sum == 0 ? INSTEAD_OF_ZERO : sum);
    }
}

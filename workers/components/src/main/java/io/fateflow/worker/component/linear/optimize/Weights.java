package io.fateflow.worker.component.linear.optimize;

import io.fateflow.worker.table.Features;

/** The coefficients of a party's columns, and the intercept if this party has it. Immutable. */
public final class Weights {

    private final double[] coefficients;
    private final double intercept;
    private final boolean hasIntercept;

    /** Takes the array as its own. */
    public Weights(double[] coefficients, double intercept, boolean hasIntercept) {
        this.coefficients = coefficients;
        this.intercept = intercept;
        this.hasIntercept = hasIntercept;
    }

    /** From one vector, whose last is the intercept if there is one. */
    public static Weights of(double[] all, boolean hasIntercept) {
        int columns = all.length - (hasIntercept ? 1 : 0);
        double[] coefficients = new double[columns];
        System.arraycopy(all, 0, coefficients, 0, columns);
        return new Weights(coefficients, hasIntercept ? all[columns] : 0, hasIntercept);
    }

    /** A copy. */
    public double[] coefficients() {
        return coefficients.clone();
    }

    public int columns() {
        return coefficients.length;
    }

    public double coefficient(int column) {
        return coefficients[column];
    }

    /** 0 if there is none. */
    public double intercept() {
        return intercept;
    }

    public boolean hasIntercept() {
        return hasIntercept;
    }

    /** How many numbers these are, the intercept among them. */
    public int size() {
        return coefficients.length + (hasIntercept ? 1 : 0);
    }

    /** All in one vector, the intercept last. */
    public double[] toArray() {
        double[] all = new double[size()];
        System.arraycopy(coefficients, 0, all, 0, coefficients.length);
        if (hasIntercept) {
            all[coefficients.length] = intercept;
        }
        return all;
    }

    /** This party's part of the linear predictor of one row. */
    public double apply(Features features) {
        return features.dot(coefficients) + intercept;
    }

    /** Whether training got out of hand: nothing beyond this can be told from noise. */
    public boolean exceed(double limit) {
        for (double weight : toArray()) {
            // written so that NaN exceeds
            if (!(Math.abs(weight) <= limit)) {
                return true;
            }
        }
        return false;
    }

    /** Shows no weight. */
    @Override
    public String toString() {
        return coefficients.length + (hasIntercept ? " coefficients and an intercept" : " coefficients");
    }
}

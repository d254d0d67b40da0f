package io.fateflow.worker.component.linear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a hetero model is compared with: the same gradient descent over all columns in one place, without encryption, written
 * down from FATE's formulas. Batches are all rows, or parts of them in their order.
 */
public final class Pooled {

    private final double[][] x;
    private final double[] y;
    private final boolean logistic;
    private final double[] weights;
    private final List<Double> losses = new ArrayList<>();
    private double alpha;
    private double learningRate = 0.15;
    private double[] rowWeights = new double[0];
    private int guestColumns;
    private double[] squares = new double[0];
    private int penalized;

    /** The last weight is the intercept; labels of a logistic regression are 1 or anything else. */
    public Pooled(double[][] x, double[] y, boolean logistic) {
        this.x = x;
        this.y = y;
        this.logistic = logistic;
        this.weights = new double[x[0].length + 1];
        this.penalized = x[0].length;
    }

    public Pooled alpha(double value) {
        alpha = value;
        return this;
    }

    public Pooled learningRate(double value) {
        learningRate = value;
        return this;
    }

    /** As FATE does where weights are shared secrets. */
    public Pooled penalizingIntercept() {
        penalized = weights.length;
        return this;
    }

    public Pooled startingWith(double value) {
        Arrays.fill(weights, value);
        return this;
    }

    /** How many of the columns, from the first, are the guest's. Then rows' weights are in the losses, too, which depend on it. */
    public Pooled guestColumns(int columns) {
        guestColumns = columns;
        return this;
    }

    public Pooled rowWeights(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        rowWeights = Arrays.stream(values).map(value -> value / mean).toArray();
        return this;
    }

    /** Runs as many iterations of RMSprop. */
    public Pooled rmsprop(int iterations, int batchSize) {
        squares = new double[weights.length];
        return descend(iterations, batchSize, true);
    }

    /** Runs as many iterations of plain gradient descent. */
    public Pooled sgd(int iterations, int batchSize) {
        return descend(iterations, batchSize, false);
    }

    public double[] weights() {
        return weights.clone();
    }

    public List<Double> losses() {
        return losses;
    }

    public double score(int row) {
        double u = predictor(row);
        return logistic ? 1 / (1 + Math.exp(-u)) : u;
    }

    private Pooled descend(int iterations, int batchSize, boolean rmsprop) {
        int batches = (x.length + batchSize - 1) / batchSize;
        for (int iteration = 0; iteration < iterations; iteration++) {
            double rate = learningRate / Math.sqrt(1 + iteration);
            double loss = 0;
            for (int batch = 0; batch < batches; batch++) {
                int from = batch * batchSize;
                int to = Math.min(x.length, from + batchSize);
                double[] gradient = gradient(from, to);
                loss += loss(from, to) / batches;
                for (int i = 0; i < weights.length; i++) {
                    double step = rate * gradient[i];
                    if (rmsprop) {
                        squares[i] = 0.99 * squares[i] + 0.01 * gradient[i] * gradient[i];
                        step /= Math.sqrt(squares[i] + 1e-6);
                    }
                    weights[i] -= step;
                }
            }
            losses.add(loss);
        }
        return this;
    }

    private double[] gradient(int from, int to) {
        double[] gradient = new double[weights.length];
        for (int row = from; row < to; row++) {
            double u = predictor(row);
            double d = logistic ? 0.25 * u - 0.5 * sign(row) : u - y[row];
            d *= rowWeights.length == 0 ? 1 : rowWeights[row];
            for (int i = 0; i < x[row].length; i++) {
                gradient[i] += d * x[row][i] / (to - from);
            }
            gradient[weights.length - 1] += d / (to - from);
        }
        for (int i = 0; i < penalized; i++) {
            gradient[i] += alpha * weights[i];
        }
        return gradient;
    }

    private double loss(int from, int to) {
        double loss = 0;
        for (int row = from; row < to; row++) {
            double u = predictor(row);
            loss += logistic ? Math.log(2) - 0.5 * sign(row) * u + 0.125 * u * u : 0.5 * (u - y[row]) * (u - y[row]);
            if (rowWeights.length > 0 && guestColumns > 0) {
                loss += lossOfWeight(row, rowWeights[row]);
            }
        }
        double squared = 0;
        for (int i = 0; i < penalized; i++) {
            squared += weights[i] * weights[i];
        }
        return loss / (to - from) + 0.5 * alpha * squared;
    }

    /** As FATE's compute_loss: it has weights where the guest's half of d comes in, be that right or not. */
    private double lossOfWeight(int row, double weight) {
        double guest = weights[weights.length - 1];
        for (int i = 0; i < guestColumns; i++) {
            guest += weights[i] * x[row][i];
        }
        double host = predictor(row) - guest;
        if (logistic) {
            return -2 * sign(row) * (0.25 * guest - 0.5 * sign(row)) * (weight - 1);
        }
        double half = guest - y[row];
        return 0.5 * (weight * weight - 1) * half * half + (weight - 1) * half * host;
    }

    private double predictor(int row) {
        double u = weights[weights.length - 1];
        for (int i = 0; i < x[row].length; i++) {
            u += weights[i] * x[row][i];
        }
        return u;
    }

    private double sign(int row) {
        return y[row] == 1 ? 1 : -1;
    }
}

package io.fateflow.worker.component.linear;

import java.util.ArrayList;
import java.util.List;

/**
 * FATE's stochastic quasi-Newton method over all columns in one place, written down from its formulas with whole matrices: what
 * parties know of the mean of weights is from before a batch's step, what the arbiter knows is from after it. All rows of a
 * batch are looked at.
 */
final class PooledQuasiNewton {

    private static final double RATE = 0.15;

    private final double[][] x;
    private final double[] y;
    private final double[] rowWeights;
    private final double alpha;
    private final int interval;
    private final int memory;
    private final double[] weights;
    private final List<double[]> changes = new ArrayList<>();
    private final List<double[]> moves = new ArrayList<>();
    private double[][] inverse = {};
    private int looks;

    /** The last weight is the intercept; all begin with zero. */
    PooledQuasiNewton(double[][] x, double[] y, double[] rowWeights, double alpha, int interval, int memory) {
        this.x = x;
        this.y = y;
        this.rowWeights = rowWeights;
        this.alpha = alpha;
        this.interval = interval;
        this.memory = memory;
        this.weights = new double[x[0].length + 1];
    }

    double[] weights() {
        return weights.clone();
    }

    /** How often the curvature was looked at. */
    int looks() {
        return looks;
    }

    PooledQuasiNewton descend(int iterations, int batchSize) {
        int n = weights.length;
        int batches = (x.length + batchSize - 1) / batchSize;
        double[] before = new double[n];
        double[] after = new double[n];
        double[] lastBefore = {};
        double[] lastAfter = {};
        for (int iteration = 0; iteration < iterations; iteration++) {
            double rate = RATE / Math.sqrt(1 + iteration);
            for (int batch = 0; batch < batches; batch++) {
                int from = batch * batchSize;
                int to = Math.min(x.length, from + batchSize);
                double[] gradient = gradient(from, to);
                double[] direction = inverse.length == 0 ? gradient : times(inverse, gradient);
                for (int i = 0; i < n; i++) {
                    before[i] += weights[i] / interval;
                    weights[i] -= rate * direction[i];
                    after[i] += weights[i] / interval;
                }
                if ((iteration * batches + batch + 1) % interval == 0) {
                    if (lastBefore.length > 0) {
                        keep(changes, change(minus(before, lastBefore), from, to));
                        keep(moves, minus(after, lastAfter));
                        inverse = inverse();
                        looks++;
                    }
                    lastBefore = before;
                    lastAfter = after;
                    before = new double[n];
                    after = new double[n];
                }
            }
        }
        return this;
    }

    private void keep(List<double[]> all, double[] one) {
        all.add(one);
        if (all.size() > memory) {
            all.remove(0);
        }
    }

    private double[] gradient(int from, int to) {
        double[] gradient = new double[weights.length];
        for (int row = from; row < to; row++) {
            add(gradient, (predictor(weights, row) - y[row]) * rowWeights[row] / (to - from), row);
        }
        for (int i = 0; i < weights.length - 1; i++) {
            gradient[i] += alpha * weights[i];
        }
        return gradient;
    }

    private double[] change(double[] move, int from, int to) {
        double[] change = new double[move.length];
        for (int row = from; row < to; row++) {
            add(change, predictor(move, row) * rowWeights[row] / (to - from), row);
        }
        for (int i = 0; i < move.length; i++) {
            change[i] += alpha * move[i];
        }
        return change;
    }

    private double[][] inverse() {
        double[] y0 = changes.get(changes.size() - 1);
        double[] s0 = moves.get(moves.size() - 1);
        double[][] h = scaled(identity(y0.length), dot(y0, s0) / dot(y0, y0));
        for (int pair = 0; pair < moves.size(); pair++) {
            double[] s = moves.get(pair);
            double[] c = changes.get(pair);
            double rho = 1 / dot(c, s);
            h = plus(
                    times(
                            times(plus(identity(s.length), scaled(outer(s, c), -rho)), h),
                            plus(identity(s.length), scaled(outer(c, s), -rho))),
                    scaled(outer(s, s), rho));
        }
        return h;
    }

    private double predictor(double[] by, int row) {
        double u = by[by.length - 1];
        for (int i = 0; i < x[row].length; i++) {
            u += by[i] * x[row][i];
        }
        return u;
    }

    private void add(double[] to, double factor, int row) {
        for (int i = 0; i < x[row].length; i++) {
            to[i] += factor * x[row][i];
        }
        to[to.length - 1] += factor;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static double[] minus(double[] a, double[] b) {
        double[] difference = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            difference[i] = a[i] - b[i];
        }
        return difference;
    }

    private static double[][] identity(int n) {
        double[][] identity = new double[n][n];
        for (int i = 0; i < n; i++) {
            identity[i][i] = 1;
        }
        return identity;
    }

    private static double[][] outer(double[] a, double[] b) {
        double[][] product = new double[a.length][b.length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b.length; j++) {
                product[i][j] = a[i] * b[j];
            }
        }
        return product;
    }

    private static double[][] scaled(double[][] matrix, double factor) {
        double[][] product = new double[matrix.length][matrix.length];
        for (int i = 0; i < matrix.length; i++) {
            for (int j = 0; j < matrix.length; j++) {
                product[i][j] = factor * matrix[i][j];
            }
        }
        return product;
    }

    private static double[][] plus(double[][] a, double[][] b) {
        double[][] sum = new double[a.length][a.length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a.length; j++) {
                sum[i][j] = a[i][j] + b[i][j];
            }
        }
        return sum;
    }

    private static double[][] times(double[][] a, double[][] b) {
        double[][] product = new double[a.length][a.length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a.length; j++) {
                for (int k = 0; k < a.length; k++) {
                    product[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        return product;
    }

    private static double[] times(double[][] a, double[] b) {
        double[] product = new double[b.length];
        for (int i = 0; i < b.length; i++) {
            product[i] = dot(a[i], b);
        }
        return product;
    }
}

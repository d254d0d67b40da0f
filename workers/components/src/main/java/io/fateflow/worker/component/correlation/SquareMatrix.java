package io.fateflow.worker.component.correlation;

import java.util.Arrays;
import java.util.stream.IntStream;

/** A symmetric matrix; only made, never changed. */
final class SquareMatrix {

    private static final int MOST_SWEEPS = 100;
    private static final double NEARLY_ZERO = 1e-24;

    private final double[][] rows;

    /** Takes the array as its own. */
    SquareMatrix(double[][] rows) {
        this.rows = rows;
    }

    int size() {
        return rows.length;
    }

    double get(int row, int column) {
        return rows[row][column];
    }

    /** Without one row and the column of the same place. */
    SquareMatrix without(int place) {
        int[] others = IntStream.range(0, size()).filter(i -> i != place).toArray();
        return new SquareMatrix(Arrays.stream(others)
                .mapToObj(row -> Arrays.stream(others)
                        .mapToDouble(column -> rows[row][column])
                        .toArray())
                .toArray(double[][]::new));
    }

    /** The absolute eigenvalues, ascending; by Jacobi's rotations. */
    double[] absoluteEigenvalues() {
        double[][] a = Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
        for (int sweep = 0; sweep < MOST_SWEEPS && offDiagonal(a) > NEARLY_ZERO; sweep++) {
            for (int p = 0; p < a.length; p++) {
                for (int q = p + 1; q < a.length; q++) {
                    if (a[p][q] != 0) {
                        rotate(a, p, q);
                    }
                }
            }
        }
        return IntStream.range(0, a.length)
                .mapToDouble(i -> Math.abs(a[i][i]))
                .sorted()
                .toArray();
    }

    private static double offDiagonal(double[][] a) {
        double sum = 0;
        for (int p = 0; p < a.length; p++) {
            for (int q = p + 1; q < a.length; q++) {
                sum += a[p][q] * a[p][q];
            }
        }
        return sum;
    }

    /** Turns the plane of two axes so that their common element becomes zero. */
    private static void rotate(double[][] a, int p, int q) {
        double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        double sign = theta >= 0 ? 1 : -1;
        double t = sign / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        double cosine = 1 / Math.sqrt(t * t + 1);
        double sine = t * cosine;
        for (int i = 0; i < a.length; i++) {
            double atP = a[i][p];
            double atQ = a[i][q];
            a[i][p] = cosine * atP - sine * atQ;
            a[i][q] = sine * atP + cosine * atQ;
        }
        for (int i = 0; i < a.length; i++) {
            double atP = a[p][i];
            double atQ = a[q][i];
            a[p][i] = cosine * atP - sine * atQ;
            a[q][i] = sine * atP + cosine * atQ;
        }
    }
}

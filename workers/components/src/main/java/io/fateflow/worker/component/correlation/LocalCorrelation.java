package io.fateflow.worker.component.correlation;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Correlations of one party's columns, and how much of each column the others explain. */
final class LocalCorrelation {

    /** FATE's: a smaller eigenvalue is zero. */
    private static final double NEARLY_ZERO = 1e-8;

    private final StandardizedColumns columns;

    LocalCorrelation(StandardizedColumns columns) {
        this.columns = columns;
    }

    /** Row by row; NaN where a column does not vary. */
    double[] correlations() {
        int size = columns.count();
        return IntStream.range(0, size * size)
                .mapToDouble(i -> columns.correlation(i / size, i % size))
                .toArray();
    }

    /**
     * The variance inflation factors: minor over determinant of the matrix of correlations, each the product of the
     * eigenvalues without as many of the least as the matrix lacks rank. NaN for a column that does not vary.
     */
    double[] vif() {
        int[] varying =
                IntStream.range(0, columns.count()).filter(columns::varies).toArray();
        SquareMatrix matrix = new SquareMatrix(Arrays.stream(varying)
                .mapToObj(row -> Arrays.stream(varying)
                        .mapToDouble(column -> columns.correlation(row, column))
                        .toArray())
                .toArray(double[][]::new));
        double[] eigenvalues = matrix.absoluteEigenvalues();
        int drop = (int)
                Arrays.stream(eigenvalues).filter(value -> value < NEARLY_ZERO).count();
        double determinant = product(eigenvalues, drop);
        double[] factors = new double[columns.count()];
        Arrays.fill(factors, Double.NaN);
        for (int i = 0; i < varying.length; i++) {
            factors[varying[i]] = product(matrix.without(i).absoluteEigenvalues(), drop) / determinant;
        }
        return factors;
    }

    private static double product(double[] values, int from) {
        return Arrays.stream(values).skip(from).reduce(1, (a, b) -> a * b);
    }
}

package io.fateflow.worker.component.evaluation;

import java.util.Arrays;

/**
 * What was to be predicted, and what was; 16 bytes a row. Which numbers these are depends on the eval type: binary 1 or
 * 0 and a score, multi the numbers of two labels, regression two values.
 */
final class Predictions {

    private static final int FIRST_ROWS = 1024;

    private double[] expected = new double[FIRST_ROWS];
    private double[] predicted = new double[FIRST_ROWS];
    private int rows;

    void add(double expectedValue, double predictedValue) {
        if (rows == expected.length) {
            expected = Arrays.copyOf(expected, rows * 2);
            predicted = Arrays.copyOf(predicted, rows * 2);
        }
        expected[rows] = expectedValue;
        predicted[rows++] = predictedValue;
    }

    int size() {
        return rows;
    }

    double expected(int row) {
        return expected[row];
    }

    double predicted(int row) {
        return predicted[row];
    }

    double[] expected() {
        return Arrays.copyOf(expected, rows);
    }

    double[] predicted() {
        return Arrays.copyOf(predicted, rows);
    }

    /** The predictions of the rows whose expected value is this one. */
    double[] predictedWhere(double expectedValue) {
        double[] found = new double[rows];
        int count = 0;
        for (int row = 0; row < rows; row++) {
            if (expected[row] == expectedValue) {
                found[count++] = predicted[row];
            }
        }
        return Arrays.copyOf(found, count);
    }
}

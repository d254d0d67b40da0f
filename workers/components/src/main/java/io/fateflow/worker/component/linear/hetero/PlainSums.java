package io.fateflow.worker.component.linear.hetero;

import io.fateflow.worker.component.linear.data.LinearData;

/** The part of a gradient that a party can compute alone. */
final class PlainSums {

    private PlainSums() {}

    /** The sum of {@code d[i] · x[i]} for each column of the rows. */
    static double[] of(double[] d, LinearData data, int[] rows) {
        double[] sums = new double[data.header().size()];
        for (int i = 0; i < rows.length; i++) {
            double factor = d[i];
            data.features(rows[i]).forEach((column, value) -> sums[column] += factor * value);
        }
        return sums;
    }
}

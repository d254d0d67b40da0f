package io.fateflow.worker.table;

import java.util.Arrays;

/** A value for every column. */
public final class DenseFeatures implements Features {

    private final double[] values;

    /** Takes the array as its own. */
    public DenseFeatures(double... values) {
        this.values = values;
    }

    @Override
    public int size() {
        return values.length;
    }

    @Override
    public double get(int column) {
        return values[column];
    }

    @Override
    public void forEach(Visitor visitor) {
        for (int column = 0; column < values.length; column++) {
            visitor.value(column, values[column]);
        }
    }

    @Override
    public double dot(double[] weights) {
        double sum = 0;
        for (int column = 0; column < values.length; column++) {
            sum += values[column] * weights[column];
        }
        return sum;
    }

    @Override
    public DenseFeatures select(int... columns) {
        return new DenseFeatures(
                Arrays.stream(columns).mapToDouble(column -> values[column]).toArray());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DenseFeatures that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return values.length + " features";
    }
}

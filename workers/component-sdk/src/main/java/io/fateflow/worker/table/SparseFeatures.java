package io.fateflow.worker.table;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Values for some columns; all others are 0. */
public final class SparseFeatures implements Features {

    private final int size;
    private final int[] columns;
    private final double[] values;

    /**
     * Takes the arrays as its own.
     *
     * @param size of the header
     * @param columns ascending, each below {@code size}
     * @param values one for each of {@code columns}
     */
    public SparseFeatures(int size, int[] columns, double[] values) {
        this.size = size;
        this.columns = columns;
        this.values = values;
        if (columns.length != values.length) {
            throw new IllegalArgumentException(columns.length + " columns have " + values.length + " values");
        }
        for (int i = 0; i < columns.length; i++) {
            int least = i == 0 ? 0 : columns[i - 1] + 1;
            if (columns[i] < least || columns[i] >= size) {
                throw new IllegalArgumentException(
                        "columns must ascend from 0 to " + (size - 1) + ", column " + columns[i] + " does not");
            }
        }
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public double get(int column) {
        int place = Arrays.binarySearch(columns, column);
        return place < 0 ? 0 : values[place];
    }

    @Override
    public void forEach(Visitor visitor) {
        for (int i = 0; i < columns.length; i++) {
            visitor.value(columns[i], values[i]);
        }
    }

    @Override
    public double dot(double[] weights) {
        double sum = 0;
        for (int i = 0; i < columns.length; i++) {
            sum += values[i] * weights[columns[i]];
        }
        return sum;
    }

    @Override
    public SparseFeatures select(int... selected) {
        int[] stored = IntStream.range(0, selected.length)
                .filter(i -> Arrays.binarySearch(columns, selected[i]) >= 0)
                .toArray();
        double[] kept = Arrays.stream(stored).mapToDouble(i -> get(selected[i])).toArray();
        return new SparseFeatures(selected.length, stored, kept);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SparseFeatures that
                && size == that.size
                && Arrays.equals(columns, that.columns)
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(columns) + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return values.length + " of " + size + " features";
    }
}

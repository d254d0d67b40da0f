package io.fateflow.worker.summary;

import java.io.IOException;

/** Rows of numbers that can be gone through more than once. NaN stands for no value, and is left out of every statistic. */
public interface NumberRows {

    /** How many numbers a row has. */
    int columns();

    /** Goes through all rows, always in the same order; the array is used again for the next row. */
    void forEach(RowConsumer consumer) throws IOException;

    /** These rows with each value changed. */
    default NumberRows with(Change change) {
        return new ChangedRows(this, change);
    }

    /** What becomes of a value. */
    @FunctionalInterface
    interface Change {
        double of(int column, double value);
    }

    /** Takes one row. */
    @FunctionalInterface
    interface RowConsumer {
        void row(double[] values) throws IOException;
    }
}

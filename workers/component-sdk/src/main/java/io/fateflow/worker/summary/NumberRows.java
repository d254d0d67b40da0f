package io.fateflow.worker.summary;

import java.io.IOException;
import java.io.Serializable;

/** Rows of numbers that this process can go through more than once. */
public interface NumberRows extends NumberPasses {

    /** Goes through all rows, always in the same order; the array is used again for the next row. */
    void forEach(RowConsumer consumer) throws IOException;

    @Override
    default <T extends Serializable> T pass(Pass<T> pass) throws IOException {
        T gathered = pass.begin();
        forEach(values -> pass.row(gathered, values));
        return gathered;
    }

    @Override
    default NumberRows with(Change change) {
        return new ChangedRows(this, change);
    }

    /** What becomes of a value. */
    @FunctionalInterface
    interface Change extends Serializable {
        double of(int column, double value);
    }

    /** Takes one row. */
    @FunctionalInterface
    interface RowConsumer {
        void row(double[] values) throws IOException;
    }
}

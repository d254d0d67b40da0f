package io.fateflow.worker.summary;

import java.io.IOException;
import java.io.Serializable;

/**
 * Rows of numbers that passes can be made over: by one process from the first row to the last, or by many, each over a part of
 * them. NaN stands for no value, and is left out of every statistic.
 */
public interface NumberPasses {

    /** How many numbers a row has. */
    int columns();

    /** Shows a pass all rows, and gives what it has gathered. */
    <T extends Serializable> T pass(Pass<T> pass) throws IOException;

    /** These rows with each value changed. */
    default NumberPasses with(NumberRows.Change change) {
        return new ChangedPasses(this, change);
    }
}

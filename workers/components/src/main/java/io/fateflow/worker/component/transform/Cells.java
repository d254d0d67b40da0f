package io.fateflow.worker.component.transform;

import io.fateflow.worker.table.TextRow;

/** The feature values of a row, each said to be a value or something that is to be replaced. */
interface Cells {

    byte VALUE = 0;
    byte MISSING = 1;
    byte OUTLIER = 2;

    int columns();

    /**
     * Reads a row; a missing value is NaN, an outlier has its value if it is a number.
     *
     * @param states {@link #VALUE}, {@link #MISSING} or {@link #OUTLIER} for each column
     */
    void read(TextRow fields, double[] values, byte[] states) throws BadFieldException;
}

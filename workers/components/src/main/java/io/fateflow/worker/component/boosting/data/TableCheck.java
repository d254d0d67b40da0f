package io.fateflow.worker.component.boosting.data;

import io.fateflow.worker.exchange.Party;

/**
 * Refuses data that no tree can be grown from. Errors reach the other parties: they name column and row number, and
 * neither a value nor an id.
 */
public record TableCheck(Party party, String input) {

    /** There are rows and columns, and missing values only if they may be missing. */
    public void features(ColumnTable data, boolean useMissing) {
        if (data.size() == 0) {
            throw wrong("has no rows");
        }
        if (data.header().isEmpty()) {
            throw wrong("has no columns");
        }
        for (int column = 0; column < data.columns().length; column++) {
            double[] values = data.columns()[column];
            for (int row = 0; row < values.length; row++) {
                if (Double.isNaN(values[row]) && !useMissing) {
                    throw wrong("has no value in column " + data.header().get(column) + " of row " + (row + 1)
                            + ": set use_missing, or missing_fill in its DataTransform");
                }
                if (Double.isInfinite(values[row])) {
                    throw wrong(
                            "has an infinite value in column " + data.header().get(column) + " of row " + (row + 1));
                }
            }
        }
        for (int row = 0; row < data.weights().length; row++) {
            if (!Double.isFinite(data.weights()[row])) {
                throw wrong("has a weight in row " + (row + 1) + " that is not a finite number");
            }
        }
    }

    /** Every row has a label, which is a whole number if labels are classes. */
    public void labels(ColumnTable data, boolean classes) {
        if (!data.schema().hasLabel()) {
            throw wrong("has no label: set with_label and label_name in its DataTransform");
        }
        for (int row = 0; row < data.size(); row++) {
            double label = data.labels()[row];
            if (!Double.isFinite(label)) {
                throw wrong("has no label in row " + (row + 1));
            }
            if (classes && label != Math.rint(label)) {
                throw wrong("has a label in row " + (row + 1)
                        + " that is not a whole number, as classes must be: set task_type to regression");
            }
        }
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(party + ": " + input + " " + what);
    }
}

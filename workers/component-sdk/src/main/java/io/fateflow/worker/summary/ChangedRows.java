package io.fateflow.worker.summary;

import java.io.IOException;

/** Rows with each value changed on its way to the reader. */
record ChangedRows(NumberRows rows, NumberRows.Change change) implements NumberRows {

    @Override
    public int columns() {
        return rows.columns();
    }

    @Override
    public void forEach(RowConsumer consumer) throws IOException {
        rows.forEach(values -> {
            for (int i = 0; i < values.length; i++) {
                values[i] = change.of(i, values[i]);
            }
            consumer.row(values);
        });
    }
}

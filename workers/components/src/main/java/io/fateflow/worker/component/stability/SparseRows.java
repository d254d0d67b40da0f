package io.fateflow.worker.component.stability;

import java.io.IOException;
import java.util.Arrays;

import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.summary.NumberRows;

/**
 * Columns of sparse data as numbers, NaN where there is none.
 *
 * @param targets by the column's place in the table, where it is in the row; −1 if it is left out
 */
// nobody compares rows
@SuppressWarnings("ArrayRecordComponent")
record SparseRows(InstanceTable table, int[] targets, int columns) implements NumberRows {

    static SparseRows of(InstanceTable table, int... places) {
        int[] targets = new int[table.header().size()];
        Arrays.fill(targets, -1);
        for (int i = 0; i < places.length; i++) {
            targets[places[i]] = i;
        }
        return new SparseRows(table, targets, places.length);
    }

    @Override
    public void forEach(RowConsumer consumer) throws IOException {
        double[] values = new double[columns];
        table.forEach(instance -> {
            Arrays.fill(values, Double.NaN);
            instance.features().forEach((column, value) -> {
                if (targets[column] >= 0) {
                    values[targets[column]] = value;
                }
            });
            consumer.row(values);
        });
    }
}

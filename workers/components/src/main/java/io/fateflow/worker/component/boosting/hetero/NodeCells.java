package io.fateflow.worker.component.boosting.hetero;

import java.util.Arrays;

import io.fateflow.worker.crypto.paillier.PaillierTable;

/**
 * One node's encrypted sums by column and bin, at a host.
 *
 * @param sums by column; some numbers for each bin
 * @param counts rows by column, then by bin; no bins for a column that is left out
 */
// nobody compares cells
@SuppressWarnings("ArrayRecordComponent")
record NodeCells(PaillierTable[] sums, int[][] counts) implements AutoCloseable {

    @Override
    public void close() {
        Arrays.stream(sums).forEach(PaillierTable::close);
    }
}

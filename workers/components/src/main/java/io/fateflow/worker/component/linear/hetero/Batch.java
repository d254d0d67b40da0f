package io.fateflow.worker.component.linear.hetero;

import java.util.Arrays;

/**
 * Some rows of the guest's.
 *
 * @param rows that the gradient is computed with
 * @param named the rows that hosts are told of, among them all of {@code rows}
 */
// nobody compares batches
@SuppressWarnings("ArrayRecordComponent")
record Batch(int[] rows, int[] named) {

    /** A batch that hosts know. */
    static Batch plain(int... rows) {
        return new Batch(rows, rows);
    }

    int size() {
        return rows.length;
    }

    boolean masked() {
        return named.length > rows.length;
    }

    /** Where the batch's rows are among those named. */
    int[] places() {
        int[] places = new int[rows.length];
        int[] placeOf = new int[Arrays.stream(named).max().orElse(-1) + 1];
        for (int place = 0; place < named.length; place++) {
            placeOf[named[place]] = place;
        }
        for (int i = 0; i < rows.length; i++) {
            places[i] = placeOf[rows[i]];
        }
        return places;
    }
}

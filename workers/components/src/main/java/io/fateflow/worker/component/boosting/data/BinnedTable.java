package io.fateflow.worker.component.boosting.data;

/**
 * Which bin each value is in: two bytes for a value.
 *
 * @param bins by column, then by row
 */
// nobody compares data
@SuppressWarnings("ArrayRecordComponent")
public record BinnedTable(char[][] bins, BinSplits splits, int size) {

    public char[] column(int column) {
        return bins[column];
    }

    /** Whether a row goes to the left where a column is parted behind a bin. */
    public boolean goesLeft(int row, int column, int bin, int missingDirection) {
        int own = bins[column][row];
        boolean missing = splits.useMissing() && own == splits.bins(column) - 1;
        return missing ? missingDirection < 0 : own <= bin;
    }
}

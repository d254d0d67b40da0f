package io.fateflow.worker.component.boosting.hetero;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import io.fateflow.worker.component.boosting.data.BinnedTable;
import io.fateflow.worker.crypto.paillier.PaillierTable;

/**
 * Adds up encrypted gradients by column and bin, on all cores. Where a quarter of all rows or more are in one bin of a
 * column, as with columns that are mostly 0, that bin is what the others leave of the node's sum.
 */
final class CellBuilder {

    private static final int NONE = -1;
    private static final int LEAST_SHARE = 4;
    private static final int SUM_PARTS = 64;

    /** From this many additions for each bin on, taking away costs less than adding up. */
    private static final int COST_OF_TAKING_AWAY = 5;

    private final BinnedTable data;
    private final EncryptedRows rows;
    private final boolean[] columns;
    private final int[] left;

    CellBuilder(BinnedTable data, EncryptedRows rows, boolean[] columns) {
        this.data = data;
        this.rows = rows;
        this.columns = columns;
        this.left = IntStream.range(0, columns.length)
                .parallel()
                .map(this::fullestBin)
                .toArray();
    }

    /** Whether siblings are taken away from their parent: not for so few rows that adding them up costs less. */
    boolean subtracts(int rowsOfGreater) {
        return rowsOfGreater > COST_OF_TAKING_AWAY * data.splits().mostBins();
    }

    /** How many bytes a node's sums take. */
    long bytes() {
        long cells = IntStream.range(0, columns.length)
                .filter(column -> columns[column])
                .mapToLong(data.splits()::bins)
                .sum();
        return PaillierTable.bytes(rows.key(), cells * rows.width());
    }

    /** The sums of some rows, all of which count. */
    NodeCells build(int[] counted) {
        NodeCells cells = empty();
        boolean someAreLeft = Arrays.stream(left).anyMatch(bin -> bin != NONE);
        try (PaillierTable total = someAreLeft ? sum(counted) : table(0)) {
            eachColumn(column -> fill(cells, column, counted, total));
        }
        return cells;
    }

    /** What a node's sums are when those of its parent and of its sibling are known. */
    NodeCells difference(NodeCells parent, NodeCells sibling) {
        NodeCells cells = empty();
        eachColumn(column -> {
            int[] counts = cells.counts()[column];
            PaillierTable sums = cells.sums()[column];
            for (int place = 0; place < sums.size(); place++) {
                sums.add(place, parent.sums()[column], place);
            }
            sums.subtract(0, sibling.sums()[column], 0, sums.size());
            for (int bin = 0; bin < counts.length; bin++) {
                counts[bin] = parent.counts()[column][bin] - sibling.counts()[column][bin];
                for (int i = 0; counts[bin] == 0 && i < rows.width(); i++) {
                    sums.clear(bin * rows.width() + i);
                }
            }
        });
        return cells;
    }

    private void fill(NodeCells cells, int column, int[] counted, PaillierTable total) {
        char[] bins = data.column(column);
        int[] counts = cells.counts()[column];
        PaillierTable sums = cells.sums()[column];
        int leftOut = left[column];
        for (int row : counted) {
            int bin = bins[row];
            counts[bin]++;
            if (bin != leftOut) {
                rows.addTo(sums, bin * rows.width(), row);
            }
        }
        if (leftOut != NONE && counts[leftOut] > 0) {
            takeRest(sums, counts.length, leftOut, total);
        }
    }

    private void takeRest(PaillierTable sums, int bins, int leftOut, PaillierTable total) {
        try (PaillierTable others = table(rows.width())) {
            for (int i = 0; i < rows.width(); i++) {
                for (int bin = 0; bin < bins; bin++) {
                    others.add(i, sums, bin * rows.width() + i);
                }
                sums.add(leftOut * rows.width() + i, total, i);
            }
            sums.subtract(leftOut * rows.width(), others, 0, rows.width());
        }
    }

    private PaillierTable sum(int[] counted) {
        int size = (counted.length + SUM_PARTS - 1) / SUM_PARTS;
        PaillierTable total = table(rows.width());
        PaillierTable[] parts = IntStream.range(0, SUM_PARTS)
                .parallel()
                .mapToObj(part -> {
                    PaillierTable sum = table(rows.width());
                    for (int i = part * size; i < Math.min(counted.length, (part + 1) * size); i++) {
                        rows.addTo(sum, 0, counted[i]);
                    }
                    return sum;
                })
                .toArray(PaillierTable[]::new);
        for (PaillierTable part : parts) {
            for (int i = 0; i < rows.width(); i++) {
                total.add(i, part, i);
            }
            part.close();
        }
        return total;
    }

    private int fullestBin(int column) {
        if (!columns[column]) {
            return NONE;
        }
        int[] counts = new int[data.splits().bins(column)];
        for (char bin : data.column(column)) {
            counts[bin]++;
        }
        int fullest = IntStream.range(0, counts.length)
                .reduce((a, b) -> counts[b] > counts[a] ? b : a)
                .orElse(0);
        return (long) counts[fullest] * LEAST_SHARE >= data.size() ? fullest : NONE;
    }

    private NodeCells empty() {
        int[][] counts = new int[columns.length][];
        PaillierTable[] sums = new PaillierTable[columns.length];
        for (int column = 0; column < columns.length; column++) {
            int bins = columns[column] ? data.splits().bins(column) : 0;
            counts[column] = new int[bins];
            sums[column] = table(bins * rows.width());
        }
        return new NodeCells(sums, counts);
    }

    private PaillierTable table(int size) {
        return new PaillierTable(rows.key(), size);
    }

    private void eachColumn(IntConsumer work) {
        IntStream.range(0, columns.length)
                .filter(column -> columns[column])
                .parallel()
                .forEach(work);
    }
}

package io.fateflow.worker.component.boosting.tree;

import io.fateflow.worker.component.boosting.data.BinSplits;

/** Where each column's bins are in a histogram. */
public final class HistogramShape {

    private final int[] offsets;
    private final boolean missingBin;
    private final int outputs;

    public HistogramShape(BinSplits splits, int outputs) {
        this.outputs = outputs;
        this.missingBin = splits.useMissing();
        this.offsets = new int[splits.columns() + 1];
        for (int column = 0; column < splits.columns(); column++) {
            offsets[column + 1] = offsets[column] + splits.bins(column);
        }
    }

    public int columns() {
        return offsets.length - 1;
    }

    public int cells() {
        return offsets[columns()];
    }

    public int first(int column) {
        return offsets[column];
    }

    public int bins(int column) {
        return offsets[column + 1] - offsets[column];
    }

    /** Whether the last bin of each column is that of missing values. */
    public boolean missingBin() {
        return missingBin;
    }

    public int outputs() {
        return outputs;
    }
}

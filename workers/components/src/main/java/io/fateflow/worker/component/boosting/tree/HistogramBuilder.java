package io.fateflow.worker.component.boosting.tree;

import java.util.stream.IntStream;

import io.fateflow.worker.component.boosting.data.BinnedTable;

/** Adds up a party's own gradients, on all cores. */
public record HistogramBuilder(BinnedTable data, HistogramShape shape, Gradients gradients) {

    /** A histogram of some rows. */
    public Histogram build(int[] rows) {
        Histogram histogram = Histogram.empty(shape.cells(), shape.outputs());
        IntStream.range(0, shape.columns()).parallel().forEach(column -> fill(histogram, column, rows));
        return histogram;
    }

    private void fill(Histogram histogram, int column, int[] rows) {
        char[] bins = data.column(column);
        int first = shape.first(column);
        int outputs = shape.outputs();
        for (int row : rows) {
            histogram.counts()[first + bins[row]]++;
        }
        for (int k = 0; k < outputs; k++) {
            double[] g = gradients.g()[k];
            double[] h = gradients.h()[k];
            for (int row : rows) {
                int cell = ((first + bins[row]) * outputs + k) * 2;
                histogram.sums()[cell] += g[row];
                histogram.sums()[cell + 1] += h[row];
            }
        }
    }
}

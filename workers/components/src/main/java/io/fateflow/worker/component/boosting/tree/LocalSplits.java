package io.fateflow.worker.component.boosting.tree;

/** Finds the best split of a node by a party's own columns, of which it knows all. */
// nobody compares finders
@SuppressWarnings("ArrayRecordComponent")
public record LocalSplits(HistogramShape shape, SplitRules rules, boolean[] columns) {

    /**
     * The best split.
     *
     * @return one without owner if there is none
     */
    public Split best(Histogram histogram) {
        Split best = Split.none(rules.leastGain(), shape.outputs());
        for (int column = 0; column < shape.columns(); column++) {
            if (columns[column] && shape.bins(column) > (shape.missingBin() ? 1 : 0)) {
                best = best(histogram, column, best);
            }
        }
        return best;
    }

    private Split best(Histogram histogram, int column, Split before) {
        Scan scan = new Scan(histogram, column);
        if (!rules.mayPart(scan.rows)) {
            return before;
        }
        Split best = before;
        int candidates = shape.bins(column) - (shape.missingBin() ? 2 : 1);
        for (int bin = 0; bin < candidates; bin++) {
            scan.add(bin);
            best = better(best, scan, column, bin, 1, scan.left, scan.leftRows);
            if (shape.missingBin()) {
                best = better(
                        best, scan, column, bin, -1, scan.left.plus(scan.missing), scan.leftRows + scan.missingRows);
            }
        }
        return best;
    }

    private Split better(Split best, Scan scan, int column, int bin, int direction, Sums left, int leftRows) {
        Sums right = scan.total.minus(left);
        if (!rules.enoughRows(leftRows, scan.rows - leftRows) || !rules.enoughWeight(left, right)) {
            return best;
        }
        double gain = rules.criterion().gain(scan.total, left, right);
        return rules.better(gain, best.gain()) ? new Split(Split.GUEST, column, bin, direction, gain, left) : best;
    }

    /** One column from the left to the right. */
    private final class Scan {

        private final Histogram histogram;
        private final int first;
        private final Sums total;
        private final Sums missing;
        private final int missingRows;
        private final int rows;
        private Sums left = Sums.zero(shape.outputs());
        private int leftRows;

        Scan(Histogram histogram, int column) {
            this.histogram = histogram;
            this.first = shape.first(column);
            int last = first + shape.bins(column) - 1;
            Sums sum = Sums.zero(shape.outputs());
            int count = 0;
            for (int cell = first; cell <= last; cell++) {
                sum = sum.plus(histogram.at(cell, shape.outputs()));
                count += histogram.counts()[cell];
            }
            this.total = sum;
            this.rows = count;
            this.missing = shape.missingBin() ? histogram.at(last, shape.outputs()) : Sums.zero(shape.outputs());
            this.missingRows = shape.missingBin() ? histogram.counts()[last] : 0;
        }

        void add(int bin) {
            left = left.plus(histogram.at(first + bin, shape.outputs()));
            leftRows += histogram.counts()[first + bin];
        }
    }
}

package io.fateflow.worker.component.evaluation;

import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * FATE's grids of a hundred thresholds. The cuts are computed as FATE does: where a hundredth times a size is a whole
 * number, its rounding decides about the row.
 */
final class Thresholds {

    static final int CUTS = 100;
    private static final double STEP = 0.01;
    private static final double QUANTILE_STEP = 0.05;
    private static final int QUANTILES = 21;

    private Thresholds() {}

    /** The cut by the number of different scores. */
    static double cut(int index) {
        return index * STEP;
    }

    /** The cut by the number of rows. */
    static double rowCut(int index) {
        return index / (double) CUTS;
    }

    /** From 0 to 0.99. */
    static double[] fixed() {
        return grid(index -> index * STEP);
    }

    /** The scores at each hundredth of the rows, best first. */
    static double[] byRow(SortedDoubles scores) {
        return grid(index -> scores.fromTop((int) (scores.size() * rowCut(index))));
    }

    /** The scores at each hundredth of the different scores, best first. */
    static double[] byScore(SortedDoubles scores) {
        double[] distinct = scores.distinctDescending();
        return grid(index -> distinct[(int) (distinct.length * cut(index))]);
    }

    /** The scores at each twentieth of the rows and at both ends, ascending. */
    static double[] quantiles(SortedDoubles scores) {
        double[] quantiles = new double[QUANTILES];
        for (int i = 0; i < QUANTILES; i++) {
            quantiles[i] = scores.quantile(Math.round(i * QUANTILE_STEP * 1000) / 1000.0);
        }
        return quantiles;
    }

    /** The same, each score once; both ends if there is only one. */
    static double[] distinctQuantiles(SortedDoubles scores) {
        TreeSet<Double> distinct = new TreeSet<>();
        for (double quantile : quantiles(scores)) {
            distinct.add(quantile);
        }
        if (distinct.size() == 1) {
            return new double[] {distinct.first(), distinct.first()};
        }
        return distinct.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double[] grid(IntToDoubleFunction threshold) {
        return IntStream.range(0, CUTS).mapToDouble(threshold).toArray();
    }
}

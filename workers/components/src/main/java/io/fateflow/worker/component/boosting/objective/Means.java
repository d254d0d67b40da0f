package io.fateflow.worker.component.boosting.objective;

import java.util.Arrays;

/** First scores of regressions. */
final class Means {

    private Means() {}

    static double[] mean(double[] labels) {
        return new double[] {Arrays.stream(labels).average().orElse(0)};
    }

    /** As FATE's sketch gives it, which never gives its least value for a rank. */
    static double[] median(double[] labels) {
        double[] sorted = labels.clone();
        Arrays.parallelSort(sorted);
        int rank = (int) Math.ceil(0.5 * sorted.length);
        return new double[] {sorted[Math.min(sorted.length - 1, Math.max(1, rank - 1))]};
    }
}

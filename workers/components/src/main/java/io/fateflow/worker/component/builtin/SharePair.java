package io.fateflow.worker.component.builtin;

import java.util.random.RandomGenerator;

/** A table of ones, split: each value is the sum of its two shares, and neither tells anything alone. */
record SharePair(ShareTable first, ShareTable second) {

    static SharePair ofOnes(int count, RandomGenerator random) {
        double[] first = new double[count];
        double[] second = new double[count];
        double value = 1;
        for (int i = 0; i < count; i++) {
            // nextDouble is in [0, 1), so the share is in (-value, value]
            first[i] = value - 2 * value * random.nextDouble();
            second[i] = value - first[i];
        }
        return new SharePair(new ShareTable(first), new ShareTable(second));
    }
}

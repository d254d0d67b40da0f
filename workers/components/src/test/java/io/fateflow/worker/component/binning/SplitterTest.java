package io.fateflow.worker.component.binning;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SplitterTest {

    private static final double MISSING = Double.NaN;

    @Test
    void cutsAtTheRanksOfQuantiles() {
        double[] values = IntStream.rangeClosed(1, 100).mapToDouble(i -> i).toArray();

        assertThat(Splitter.QUANTILE.of(values, 4).toArray()).containsExactly(25, 50, 75, 100);
    }

    @Test
    void makesOneBoundOfEqualQuantiles() {
        assertThat(Splitter.QUANTILE
                        .of(new double[] {0, 0, 0, 0, 0, 0, 1, 2}, 4)
                        .toArray())
                .containsExactly(0, 2);
    }

    @Test
    void keepsEveryQuantileWithinOneRank() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 200; run++) {
            int rows = 20 + random.nextInt(500);
            int bins = 2 + random.nextInt(18);
            double[] values = random.doubles(rows).toArray();

            SplitPoints splits = Splitter.QUANTILE.of(values, bins);

            int[] counts = new int[bins];
            Arrays.stream(values).forEach(value -> counts[splits.bin(value)]++);
            int below = 0;
            for (int bin = 0; bin < bins - 1; bin++) {
                below += counts[bin];
                assertThat((double) below)
                        .as("rows up to bin %d of %d of %d rows, seed %d", bin, bins, rows, seed)
                        .isBetween((bin + 1.0) * rows / bins - 1e-6, (bin + 1.0) * rows / bins + 2);
            }
        }
    }

    @Test
    void cutsBucketsOfTheSameWidth() {
        assertThat(Splitter.BUCKET.of(new double[] {10, 0, 3}, 5).toArray()).containsExactly(2, 4, 6, 8, 10);
    }

    @Test
    void leavesOutMissingValues() {
        assertThat(Splitter.BUCKET.of(new double[] {MISSING, 0, 4, MISSING}, 2).toArray())
                .containsExactly(2, 4);
        assertThat(Splitter.QUANTILE.of(new double[] {MISSING, MISSING}, 2).toArray())
                .containsExactly(0);
    }

    @Test
    void putsValuesIntoTheFirstBinWhoseBoundTheyDoNotExceed() {
        SplitPoints splits = new SplitPoints(1, 2, 3);

        assertThat(splits.bins(new double[] {-5, 1, 1.5, 2, 3, 99, MISSING})).containsExactly(0, 0, 1, 1, 2, 2, 3);
    }

    @Test
    void findsBinsAsALinearSearchDoes() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 500; run++) {
            double[] bounds = random.doubles(1 + random.nextInt(20)).sorted().toArray();
            double value = random.nextBoolean() ? random.nextDouble() : bounds[random.nextInt(bounds.length)];
            int expected = (int) Arrays.stream(bounds, 0, bounds.length - 1)
                    .filter(bound -> bound < value)
                    .count();

            assertThat(new SplitPoints(bounds).bin(value)).as("seed %d", seed).isEqualTo(expected);
        }
    }
}

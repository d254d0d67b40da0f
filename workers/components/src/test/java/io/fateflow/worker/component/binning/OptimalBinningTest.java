package io.fateflow.worker.component.binning;

import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class OptimalBinningTest {

    private static final int ROWS = 2000;

    @ParameterizedTest
    @EnumSource(names = {"IV", "GINI", "CHI_SQUARE"})
    void makesNoBinTooLarge(OptimalMetric metric) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 100; run++) {
            ClassCounts counts = counts(random, 20 + random.nextInt(40));

            int[] ends = new OptimalBinning(parameters(metric, 0.05, 0.3, 4, true), 0.5).ends(counts);
            ClassCounts merged = counts.merge(ends);

            for (int bin = 0; bin < merged.bins(); bin++) {
                assertThat(merged.of(0)[bin] + merged.of(1)[bin])
                        .as("seed %d", seed)
                        .isLessThanOrEqualTo(ROWS * 3 / 10);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(OptimalMetric.class)
    void makesNoBinSmallOrOfOneClassOnly(OptimalMetric metric) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 100; run++) {
            ClassCounts counts = counts(random, 20 + random.nextInt(40));

            int[] ends = new OptimalBinning(parameters(metric, 0.05, 1, 10, true), 0.5).ends(counts);
            ClassCounts merged = counts.merge(ends);

            assertThat(ends[ends.length - 1]).as("seed %d", seed).isEqualTo(counts.bins() - 1);
            assertThat(ends).as("seed %d", seed).hasSizeBetween(2, 10);
            assertThat(merged.total(0)).as("seed %d", seed).isEqualTo(counts.total(0));
            for (int bin = 0; bin < merged.bins(); bin++) {
                assertThat(merged.of(0)[bin]).as("seed %d", seed).isPositive();
                assertThat(merged.of(1)[bin]).as("seed %d", seed).isPositive();
                assertThat(merged.of(0)[bin] + merged.of(1)[bin])
                        .as("seed %d", seed)
                        .isGreaterThanOrEqualTo(ROWS / 20);
            }
        }
    }

    @Test
    void joinsBinsThatSayTheSameAndKeepsThoseThatDiffer() {
        ClassCounts counts = new ClassCounts(new long[][] {{10, 90}, {10, 90}, {90, 10}, {90, 10}, {50, 50}});

        assertThat(new OptimalBinning(parameters(OptimalMetric.IV, 0.05, 1, 3, true), 0.5).ends(counts))
                .containsExactly(1, 3, 4);
        assertThat(new OptimalBinning(parameters(OptimalMetric.CHI_SQUARE, 0.05, 1, 3, true), 0.5).ends(counts))
                .containsExactly(1, 3, 4);
    }

    @Test
    void splitsWhereTheDistributionsAreFarthestFromEachOther() {
        ClassCounts counts = new ClassCounts(new long[][] {{10, 90}, {20, 80}, {80, 20}, {90, 10}});

        assertThat(new OptimalBinning(parameters(OptimalMetric.KS, 0.05, 1, 2, true), 0.5).ends(counts))
                .containsExactly(1, 3);
    }

    @Test
    void mergesTheCheapestPairAsAFullSearchDoes() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 50; run++) {
            ClassCounts counts = counts(random, 10);

            int[] ends = new OptimalBinning(parameters(OptimalMetric.IV, 0, 1, 9, false), 0.5).ends(counts);

            double best = 0;
            for (int left = 0; left < 9; left++) {
                int[] others = new int[9];
                for (int i = 0; i < 9; i++) {
                    others[i] = i < left ? i : i + 1;
                }
                best = Math.max(
                        best, BinStatistics.of(counts.merge(others), 0, 0.5).iv());
            }
            assertThat(BinStatistics.of(counts.merge(ends), 0, 0.5).iv())
                    .as("seed %d", seed)
                    .isEqualTo(best);
        }
    }

    private static ClassCounts counts(Random random, int bins) {
        long[][] counts = new long[bins][2];
        for (int row = 0; row < ROWS; row++) {
            int bin = random.nextInt(bins);
            counts[bin][random.nextInt(bins) < bin ? 1 : 0]++;
        }
        return new ClassCounts(counts);
    }

    private static OptimalParameters parameters(
            OptimalMetric metric, double least, double greatest, int bins, boolean mixture) {
        return new OptimalParameters(metric, least, greatest, bins, 100, Splitter.QUANTILE, mixture);
    }
}

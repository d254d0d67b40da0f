package io.fateflow.worker.summary;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class QuantilesTest {

    @Test
    void findsTheRanksThatSortingFinds() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            double[] values = values(random, 1 + random.nextInt(300));
            double share = round == 0 ? 0 : round == 1 ? 1 : random.nextDouble();

            double[] sorted =
                    Arrays.stream(values).map(value -> value + 0.0).sorted().toArray();
            int rank = Math.max(1, (int) Math.ceil(share * sorted.length));
            double[][] found = Quantiles.of(new GivenRows(values), share, 0.5);

            assertThat(found[0][0]).as("seed %d round %d", seed, round).isEqualTo(sorted[rank - 1]);
            assertThat(found[0][1]).as("seed %d round %d", seed, round).isEqualTo(sorted[(sorted.length - 1) / 2]);
        }
    }

    @Test
    void leavesOutWhatIsMissing() throws IOException {
        assertThat(Quantiles.medians(new GivenRows(Double.NaN, 3, Double.NaN, -1, 7)))
                .containsExactly(3);
        assertThat(Quantiles.medians(new GivenRows(Double.NaN))).containsExactly(Double.NaN);
    }

    /** Of all sizes and signs, many of them equal. */
    private static double[] values(Random random, int count) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = switch (random.nextInt(5)) {
                case 0 -> random.nextInt(3) - 1;
                case 1 -> -0.0;
                case 2 -> random.nextGaussian() * 1e-300;
                case 3 -> random.nextBoolean() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
                default -> random.nextGaussian() * Math.pow(10, random.nextInt(20));
            };
        }
        return values;
    }
}

package io.fateflow.worker.summary;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ColumnSummaryTest {

    private static final Offset<Double> EXACT = within(1e-12);

    /** 1 + 2 + 3 + 4 + 10 = 20, mean 4; squares of the distances 9 + 4 + 1 + 0 + 36 = 50; cubes 180; fourths 1394. */
    @Test
    void knowsTheMomentsOfFiveNumbers() throws IOException {
        ColumnSummary summary =
                ColumnSummary.of(new GivenRows(1, 2, Double.NaN, 3, 4, 10)).get(0);

        assertThat(summary.count()).isEqualTo(5);
        assertThat(summary.missingCount()).isEqualTo(1);
        assertThat(summary.missingRatio()).isEqualTo(1.0 / 6, EXACT);
        assertThat(summary.sum()).isEqualTo(20);
        assertThat(summary.mean()).isEqualTo(4);
        assertThat(summary.min()).isEqualTo(1);
        assertThat(summary.max()).isEqualTo(10);
        assertThat(summary.variance()).isEqualTo(10, EXACT);
        assertThat(summary.coefficientOfVariance()).isEqualTo(Math.sqrt(10) / 4, EXACT);
        assertThat(summary.skewness(true)).isEqualTo(36 / Math.pow(10, 1.5), EXACT);
        assertThat(summary.skewness(false)).isEqualTo(36 / Math.pow(10, 1.5) * Math.sqrt(20) / 3, EXACT);
        assertThat(summary.kurtosis(true)).isEqualTo(278.8 / 100 - 3, EXACT);
        assertThat(summary.kurtosis(false)).isEqualTo((24 * 2.788 - 3 * 16) / (3 * 2), EXACT);
    }

    @Test
    void aConstantColumnHasNoVariance() throws IOException {
        ColumnSummary summary = ColumnSummary.of(new GivenRows(0.1, 0.1, 0.1)).get(0);

        assertThat(summary.variance()).isZero();
        assertThat(summary.skewness(true)).isZero();
        assertThat(summary.kurtosis(true)).isEqualTo(-3);
    }

    @Test
    void keepsItsDigitsFarFromZero() throws IOException {
        Random random = new Random(7);
        double[] values = random.doubles(10_000).map(value -> 1e9 + value).toArray();
        double mean = Arrays.stream(values).average().orElseThrow();
        double variance = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElseThrow();

        assertThat(ColumnSummary.of(new GivenRows(values)).get(0).variance()).isEqualTo(variance, within(1e-6));
    }
}

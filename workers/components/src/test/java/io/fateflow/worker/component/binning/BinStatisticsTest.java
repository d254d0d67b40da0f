package io.fateflow.worker.component.binning;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class BinStatisticsTest {

    private static final double EXACT = 1e-12;

    @Test
    void computesWoeAndIvAsByHand() {
        // 10 events, 20 others: rates 0.2/0.6, 0.8/0.4
        BinStatistics statistics = BinStatistics.of(new ClassCounts(new long[][] {{2, 12}, {8, 8}}), 0, 0.5);

        assertThat(statistics.woe()[0]).isCloseTo(Math.log(1.0 / 3), within(EXACT));
        assertThat(statistics.woe()[1]).isCloseTo(Math.log(2), within(EXACT));
        assertThat(statistics.iv()).isCloseTo(0.4 * Math.log(3) + 0.4 * Math.log(2), within(EXACT));
        assertThat(statistics.isWoeMonotonic()).isTrue();
    }

    @Test
    void adjustsBothCountsOfABinWithoutOneOfThem() {
        // 4 events, 4 others: adjusted rates 0.5/4 and 4.5/4
        BinStatistics statistics = BinStatistics.of(new ClassCounts(new long[][] {{0, 4}, {4, 0}}), 0, 0.5);

        assertThat(statistics.woe()[0]).isCloseTo(Math.log(0.125 / 1.125), within(EXACT));
        assertThat(statistics.iv()).isCloseTo(2 * 1.0 * Math.log(9), within(EXACT));
    }

    @Test
    void countsAllOtherClassesAsNoEvent() {
        ClassCounts counts = new ClassCounts(new long[][] {{1, 2, 3}, {4, 5, 6}});

        assertThat(counts.of(1)).containsExactly(2, 5);
        assertThat(counts.allBut(1)).containsExactly(4, 10);
        assertThat(counts.merge(1).of(2)).containsExactly(9);
    }

    @Test
    void knowsWhatIsMonotonic() {
        assertThat(BinStatistics.isMonotonic(1, 1, 2)).isTrue();
        assertThat(BinStatistics.isMonotonic(3, 2, 2)).isTrue();
        assertThat(BinStatistics.isMonotonic(1, 2, 1)).isFalse();
        assertThat(BinStatistics.isMonotonic()).isTrue();
    }

    @Test
    void hasFatesFormWithInteger64AsTexts() {
        assertThat(BinStatistics.of(new ClassCounts(new long[][] {{1, 1}, {1, 1}}), 0, 0.5)
                        .toJson(new SplitPoints(0.5, 2))
                        .toString())
                .isEqualTo("{\"woeArray\":[0.0,0.0],\"ivArray\":[0.0,0.0],\"eventCountArray\":[\"1\",\"1\"],"
                        + "\"nonEventCountArray\":[\"1\",\"1\"],\"eventRateArray\":[0.5,0.5],"
                        + "\"nonEventRateArray\":[0.5,0.5],\"splitPoints\":[0.5,2.0],\"iv\":0.0,"
                        + "\"isWoeMonotonic\":true,\"binNums\":\"2\",\"binAnonymous\":[\"bin_0\",\"bin_1\"]}");
    }
}

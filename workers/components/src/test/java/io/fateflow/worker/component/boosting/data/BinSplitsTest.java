package io.fateflow.worker.component.boosting.data;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableSchema;

import static org.assertj.core.api.Assertions.assertThat;

class BinSplitsTest {

    @Test
    void aPointIsTheValueOfItsRank() {
        double[] column = IntStream.rangeClosed(1, 100).mapToDouble(i -> i).toArray();

        assertThat(QuantilePoints.of(column, 4, 1e-4)).containsExactly(25, 50, 75, 100);
        assertThat(QuantilePoints.of(new double[] {7, 3, 5}, 4, 1e-4))
                .as("never the least value")
                .containsExactly(5, 7);
    }

    @Test
    void zerosAreCountedApart() {
        double[] half = new double[100];
        Arrays.setAll(half, i -> i < 50 ? 0 : i - 49);
        double[] negative = new double[100];
        Arrays.setAll(negative, i -> i < 25 ? i - 25 : 0);

        assertThat(QuantilePoints.of(half, 4, 1e-4)).containsExactly(0, 1, 25, 50);
        assertThat(QuantilePoints.of(negative, 4, 1e-4)).as("no positive value").containsExactly(-1, 0);
    }

    @Test
    void nothingButZerosOrMissingValuesIsOneBin() {
        assertThat(QuantilePoints.of(new double[5], 4, 1e-4)).containsExactly(0);
        assertThat(QuantilePoints.of(new double[] {Double.NaN, Double.NaN}, 4, 1e-4))
                .containsExactly(0);
        assertThat(QuantilePoints.of(new double[] {3}, 4, 1e-4)).containsExactly(3);
    }

    @Test
    void aValueIsInTheFirstBinWhosePointItDoesNotExceed() {
        BinSplits splits = new BinSplits(new double[][] {{1, 2, 3}}, false, false);

        assertThat(bins(splits.train(table(0.5, 1, 1.5, 2, 2.5, 3, 9)))).containsExactly(0, 0, 1, 1, 2, 2, 2);
        assertThat(bins(splits.train(table(1 + 5e-9)))).containsExactly(1);
        assertThat(bins(splits.predict(table(1 + 5e-9))))
                .as("a little more is allowed")
                .containsExactly(0);
    }

    @Test
    void missingValuesHaveABinOfTheirOwn() {
        double[] values = {-1, 0, Double.NaN, 2};
        BinSplits missing = new BinSplits(new double[][] {{-1, 2}}, true, false);
        BinSplits zeroToo = new BinSplits(new double[][] {{-1, 2}}, true, true);

        assertThat(bins(missing.train(table(values)))).containsExactly(0, 1, 2, 1);
        assertThat(bins(zeroToo.train(table(values)))).containsExactly(0, 2, 2, 1);
        BinnedTable binned = missing.train(table(values));
        assertThat(binned.goesLeft(2, 0, 0, -1)).isTrue();
        assertThat(binned.goesLeft(2, 0, 0, 1)).isFalse();
        assertThat(binned.goesLeft(0, 0, 0, 1)).isTrue();
        assertThat(binned.goesLeft(3, 0, 0, -1)).isFalse();
    }

    private static int[] bins(BinnedTable table) {
        return IntStream.range(0, table.size()).map(row -> table.column(0)[row]).toArray();
    }

    private static ColumnTable table(double... values) {
        List<String> header = List.of("x0");
        return new ColumnTable(
                TableSchema.of("id", List.of(), 1).withInstances(InstanceSchema.dense(header, header)),
                Arrays.stream(values).mapToObj(Double::toString).toList(),
                new double[values.length],
                new double[0],
                new double[][] {values});
    }
}

package io.fateflow.worker.component.linear.sshe;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.crypto.paillier.IntegerProducts;
import io.fateflow.worker.crypto.paillier.PaillierNumber;

/**
 * The features of one batch as whole numbers, with a last column of ones where there is an intercept. Made when asked,
 * some rows at a time.
 *
 * @param rows of the batch, as the data counts them
 */
// nobody compares batches
@SuppressWarnings("ArrayRecordComponent")
record FixedRows(LinearData data, int[] rows, boolean ones) {

    /** Places of features: one of the greatest that is allowed, 1e8, has no more bits than are multiplied at once. */
    static final int FRACTION = 32;

    static final int FACTOR_BITS = IntegerProducts.MOST_BITS;
    private static final int BLOCK_VALUES = 1 << 20;

    int count() {
        return rows.length;
    }

    int columns() {
        return data.header().size() + (ones ? 1 : 0);
    }

    /** The inner product of each row with a vector. */
    BigInteger[] times(BigInteger[] vector) {
        BigInteger[] products = new BigInteger[count()];
        Arrays.parallelSetAll(products, i -> {
            BigInteger[] sum = {ones ? vector[vector.length - 1].shiftLeft(FRACTION) : BigInteger.ZERO};
            data.features(rows[i])
                    .forEach((column, value) ->
                            sum[0] = sum[0].add(vector[column].multiply(BigInteger.valueOf(fixed(value)))));
            return Ring.reduce(sum[0]);
        });
        return products;
    }

    /** The sum over the rows of each column's value times the row's number. */
    BigInteger[] columnSums(BigInteger[] perRow) {
        BigInteger[] sums = new BigInteger[columns()];
        Arrays.fill(sums, BigInteger.ZERO);
        for (int i = 0; i < count(); i++) {
            BigInteger factor = perRow[i];
            data.features(rows[i])
                    .forEach((column, value) ->
                            sums[column] = sums[column].add(factor.multiply(BigInteger.valueOf(fixed(value)))));
            if (ones) {
                sums[sums.length - 1] = sums[sums.length - 1].add(factor.shiftLeft(FRACTION));
            }
        }
        return Arrays.stream(sums).map(Ring::reduce).toArray(BigInteger[]::new);
    }

    /** As {@link #times}, of an encrypted vector. */
    PaillierNumber[] times(PaillierNumber[] vector) {
        PaillierNumber[] products = new PaillierNumber[count()];
        for (int from = 0; from < count(); from += blockRows()) {
            PaillierNumber[] some = IntegerProducts.rowSums(vector, block(from));
            System.arraycopy(some, 0, products, from, some.length);
        }
        return products;
    }

    /** As {@link #columnSums(BigInteger[])}, of encrypted numbers. */
    PaillierNumber[] columnSums(PaillierNumber[] perRow) {
        PaillierNumber[] sums = new PaillierNumber[0];
        for (int from = 0; from < count(); from += blockRows()) {
            PaillierNumber[] numbers = Arrays.copyOfRange(perRow, from, Math.min(count(), from + blockRows()));
            PaillierNumber[] some = IntegerProducts.columnSums(numbers, block(from), columns());
            PaillierNumber[] before = sums;
            sums = before.length == 0
                    ? some
                    : IntStream.range(0, some.length)
                            .mapToObj(column -> before[column].add(some[column]))
                            .toArray(PaillierNumber[]::new);
        }
        return sums;
    }

    private int blockRows() {
        return Math.max(1, BLOCK_VALUES / columns());
    }

    /** Row by row. */
    private long[] block(int from) {
        int to = Math.min(count(), from + blockRows());
        int columns = columns();
        long[] values = new long[(to - from) * columns];
        for (int i = from; i < to; i++) {
            int start = (i - from) * columns;
            data.features(rows[i]).forEach((column, value) -> values[start + column] = fixed(value));
            if (ones) {
                values[start + columns - 1] = 1L << FRACTION;
            }
        }
        return values;
    }

    private static long fixed(double value) {
        return (long) Math.rint(Math.scalb(value, FRACTION));
    }
}

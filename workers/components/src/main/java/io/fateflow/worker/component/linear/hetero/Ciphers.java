package io.fateflow.worker.component.linear.hetero;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.crypto.paillier.FixedPoint;
import io.fateflow.worker.crypto.paillier.PaillierCodec;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.crypto.paillier.PaillierPublicKey;
import io.fateflow.worker.crypto.paillier.PaillierVectors;
import io.fateflow.worker.exchange.Party;

/**
 * Encrypted numbers of one training. All numbers of one vector get the same exponent: then an exponent does not show how
 * great a number is, and sums need no alignment.
 */
record Ciphers(PaillierPublicKey key) {

    private static final int BITS_PER_DIGIT = 4;
    private static final int SHARE_BITS = 48;
    private static final int WEIGHT_DIGITS = 10;
    private static final int BLOCK_VALUES = 1 << 22;

    /** Encrypts, on all cores. */
    PaillierNumber[] encrypt(double[] values) {
        int exponent = exponentFor(values);
        return Arrays.stream(values)
                .parallel()
                .mapToObj(value -> key.encrypt(fixed(value, exponent)))
                .toArray(PaillierNumber[]::new);
    }

    /** An encrypted zero, which nobody can tell from other numbers of that exponent. */
    PaillierNumber zero(int exponent) {
        return key.encrypt(new FixedPoint(BigInteger.ZERO, exponent));
    }

    /** Adds to each encrypted number another one, or a plain one. */
    static void addTo(PaillierNumber[] sums, PaillierNumber[] others) {
        Arrays.parallelSetAll(sums, i -> sums[i].add(others[i]));
    }

    static void addTo(PaillierNumber[] sums, double[] others) {
        Arrays.parallelSetAll(sums, i -> sums[i].add(fixed(others[i], sums[i].exponent())));
    }

    /** Divides each encrypted number, with a relative error below 2^-30 for a count up to 2^17. */
    static PaillierNumber[] divide(PaillierNumber[] numbers, int count) {
        FixedPoint share = FixedPoint.of(1.0 / count, SHARE_BITS);
        return Arrays.stream(numbers)
                .parallel()
                .map(number -> number.multiply(share))
                .toArray(PaillierNumber[]::new);
    }

    /** Each encrypted number times a row's weight, of any size. All exponents stay alike, whatever the weights. */
    static PaillierNumber[] multiply(PaillierNumber[] numbers, double[] weights) {
        PaillierNumber[] products = new PaillierNumber[numbers.length];
        Arrays.parallelSetAll(products, i -> numbers[i].multiply(fixed(weights[i], WEIGHT_DIGITS)));
        return products;
    }

    /**
     * The sum of {@code d[i] · x[i]} for each column of the rows, and of {@code d[i] · extra[i]} for each further column.
     *
     * @param rows of the data, one for each encrypted number
     */
    static PaillierNumber[] weightedSums(PaillierNumber[] d, LinearData data, int[] rows, double[]... extra) {
        int columns = data.header().size() + extra.length;
        int block = Math.max(1, BLOCK_VALUES / columns);
        PaillierNumber[] sums = new PaillierNumber[0];
        for (int from = 0; from < d.length; from += block) {
            int to = Math.min(d.length, from + block);
            double[] values = rowMajor(data, rows, from, to, extra);
            PaillierNumber[] some = PaillierVectors.weightedSums(Arrays.copyOfRange(d, from, to), values, columns);
            if (sums.length == 0) {
                sums = some;
            } else {
                addTo(sums, some);
            }
        }
        return sums;
    }

    void send(LinearVariables transfer, String variable, Party to, PaillierNumber[] numbers, Object... suffix)
            throws IOException, InterruptedException {
        transfer.send(variable, to, out -> PaillierCodec.write(numbers, out), suffix);
    }

    /**
     * Receives encrypted numbers.
     *
     * @throws IOException if there are not as many as expected
     */
    PaillierNumber[] receive(LinearVariables transfer, String variable, Party from, int count, Object... suffix)
            throws IOException, InterruptedException {
        PaillierNumber[] numbers = receiveAny(transfer, variable, from, suffix);
        if (numbers.length != count) {
            throw new IOException(
                    from + " sent " + numbers.length + " encrypted numbers as " + variable + ", expected " + count);
        }
        return numbers;
    }

    PaillierNumber[] receiveAny(LinearVariables transfer, String variable, Party from, Object... suffix)
            throws IOException, InterruptedException {
        return transfer.receive(variable, from, in -> PaillierCodec.read(in, key), suffix);
    }

    private static double[] rowMajor(LinearData data, int[] rows, int from, int to, double[]... extra) {
        int width = data.header().size();
        int columns = width + extra.length;
        double[] values = new double[(to - from) * columns];
        for (int i = from; i < to; i++) {
            int start = (i - from) * columns;
            data.features(rows[i]).forEach((column, value) -> values[start + column] = value);
            for (int j = 0; j < extra.length; j++) {
                values[start + width + j] = extra[j][i];
            }
        }
        return values;
    }

    /** So that the greatest value keeps all its bits. */
    private static int exponentFor(double[] values) {
        double greatest = 0;
        for (double value : values) {
            greatest = Math.max(greatest, Math.abs(value));
        }
        // NaN is greater than all, too
        if (!(greatest <= Double.MAX_VALUE)) {
            throw new ArithmeticException(
                    "training diverged: scale the features with FeatureScale, or lower learning_rate");
        }
        return FixedPoint.of(greatest).exponent();
    }

    private static FixedPoint fixed(double value, int exponent) {
        double mantissa = Math.rint(Math.scalb(value, BITS_PER_DIGIT * exponent));
        BigInteger integer = Math.abs(mantissa) < 0x1p63
                ? BigInteger.valueOf((long) mantissa)
                : new BigDecimal(mantissa).toBigInteger();
        return new FixedPoint(integer, exponent);
    }
}

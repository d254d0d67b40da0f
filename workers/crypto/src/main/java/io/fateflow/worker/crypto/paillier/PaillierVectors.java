package io.fateflow.worker.crypto.paillier;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

import io.fateflow.worker.crypto.math.ModularArithmetic;
import io.fateflow.worker.crypto.math.Residues;

/** Sums over many encrypted numbers, several times faster than number by number, on all cores. */
public final class PaillierVectors {

    /** FATE's binary places of features that encrypted numbers are multiplied with. */
    public static final int FRACTION_BITS = 23;

    private static final int BLOCK_ROWS = 1 << 15;
    private static final int MOST_BITS = 60;
    /** Values below two to this power have mantissas of {@link #MOST_BITS}. */
    private static final int GREATEST_BITS = MOST_BITS - FixedPoint.shift(0, FixedPoint.exponentFor(FRACTION_BITS));

    private PaillierVectors() {}

    /**
     * {@link #weightedSums} for one column, of any size: it keeps the greatest value's bits, as FATE does for numbers that are
     * no features, such as residuals of a training that diverges. Below 2^36 all have {@link #FRACTION_BITS} binary places.
     *
     * @throws IllegalArgumentException if the sizes do not match, or a value is not finite
     */
    public static PaillierNumber weightedSum(PaillierNumber[] d, double[] x) {
        int digits = FixedPoint.digitsBeyond(x, GREATEST_BITS);
        if (digits == 0) {
            return weightedSums(d, x, 1)[0];
        }
        double[] shortened = Arrays.stream(x)
                .map(value -> Math.scalb(value, -FixedPoint.shift(0, digits)))
                .toArray();
        PaillierNumber sum = weightedSums(d, shortened, 1)[0];
        return new PaillierNumber(sum.key(), sum.ciphertext(), sum.exponent() - digits, false);
    }

    /**
     * The sum of {@code d[i] · x[i][column]} for each column, with {@code x} rounded to {@link #FRACTION_BITS} binary
     * places. Zeros cost nothing.
     *
     * @param d at least one, all under one key
     * @param rowMajor as many rows as there are numbers
     * @throws IllegalArgumentException if the sizes do not match, or a value is not finite or 2^36 or more
     */
    public static PaillierNumber[] weightedSums(PaillierNumber[] d, double[] rowMajor, int columns) {
        if (d.length == 0 || columns < 1 || rowMajor.length != (long) d.length * columns) {
            throw new IllegalArgumentException(
                    d.length + " encrypted numbers for " + rowMajor.length + " values in " + columns + " columns");
        }
        PaillierPublicKey key = keyOf(d);
        int exponent = Arrays.stream(d).mapToInt(PaillierNumber::exponent).max().getAsInt();
        long[][] sums = new long[columns][];
        for (int from = 0; from < d.length; from += BLOCK_ROWS) {
            PaillierNumber[] block = Arrays.copyOfRange(d, from, Math.min(d.length, from + BLOCK_ROWS));
            int offset = from * columns;
            try (Residues bases = load(block, key.ciphertexts())) {
                IntStream.range(0, columns).parallel().forEach(column -> {
                    long[] mantissas = mantissas(rowMajor, offset + column, columns, block.length);
                    long[] sum = power(key.ciphertexts(), bases, mantissas, shifts(block, exponent));
                    sums[column] =
                            sums[column] == null ? sum : key.ciphertexts().multiply(sums[column], sum);
                });
            }
        }
        int resultExponent = exponent + FixedPoint.exponentFor(FRACTION_BITS);
        return Arrays.stream(sums)
                .map(sum -> new PaillierNumber(key, sum, resultExponent, false))
                .toArray(PaillierNumber[]::new);
    }

    /**
     * The sum of each group, as histograms need them.
     *
     * @param d at least one, all under one key
     * @param group the group of each number, from 0 to {@code groups − 1}; negative if it is in none
     */
    public static PaillierNumber[] sum(PaillierNumber[] d, int[] group, int groups) {
        if (d.length == 0 || group.length != d.length) {
            throw new IllegalArgumentException(d.length + " encrypted numbers for " + group.length + " groups");
        }
        PaillierPublicKey key = keyOf(d);
        int[][] members = members(d, group, groups);
        return Arrays.stream(members).parallel().map(rows -> sum(key, d, rows)).toArray(PaillierNumber[]::new);
    }

    private static PaillierPublicKey keyOf(PaillierNumber[] d) {
        Arrays.stream(d).forEach(d[0]::requireSameKey);
        return d[0].key();
    }

    private static Residues load(PaillierNumber[] d, ModularArithmetic arithmetic) {
        Residues bases = arithmetic.residues(d.length);
        for (int i = 0; i < d.length; i++) {
            bases.set(i, d[i].ciphertext());
        }
        return bases;
    }

    /** One column in fixed point, with the exponent that base 16 has for it. */
    private static long[] mantissas(double[] values, int first, int step, int rows) {
        int filler = FixedPoint.shift(0, FixedPoint.exponentFor(FRACTION_BITS)) - FRACTION_BITS;
        long[] mantissas = new long[rows];
        for (int row = 0; row < rows; row++) {
            long mantissa = FixedPoint.round(values[first + row * step], FRACTION_BITS);
            if (bits(mantissa) + filler > MOST_BITS) {
                throw new IllegalArgumentException("a value is too large for fixed point: scale the features");
            }
            mantissas[row] = mantissa << filler;
        }
        return mantissas;
    }

    private static int[] shifts(PaillierNumber[] d, int exponent) {
        return Arrays.stream(d)
                .mapToInt(number -> FixedPoint.shift(number.exponent(), exponent))
                .toArray();
    }

    private static long[] power(ModularArithmetic arithmetic, Residues bases, long[] mantissas, int[] shifts) {
        int bits =
                Arrays.stream(mantissas).mapToInt(PaillierVectors::bits).max().getAsInt();
        int width = MultiExponentiation.width(mantissas.length, bits);
        return new MultiExponentiation(arithmetic, bases, new SignedDigits(mantissas, shifts, bits, width)).compute();
    }

    private static int bits(long mantissa) {
        return Long.SIZE - Long.numberOfLeadingZeros(Math.abs(mantissa));
    }

    /** The rows of each group, those with small exponents first. */
    private static int[][] members(PaillierNumber[] d, int[] group, int groups) {
        int[] sizes = new int[groups];
        Arrays.stream(group).filter(g -> g >= 0).forEach(g -> sizes[g]++);
        int[][] members = Arrays.stream(sizes).mapToObj(int[]::new).toArray(int[][]::new);
        int[] filled = new int[groups];
        IntStream.range(0, d.length)
                .filter(row -> group[row] >= 0)
                .boxed()
                .sorted(Comparator.comparingInt(row -> d[row].exponent()))
                .forEach(row -> members[group[row]][filled[group[row]]++] = row);
        return members;
    }

    /** As with Horner: what is summed so far is taken to the next exponent when that is greater. */
    private static PaillierNumber sum(PaillierPublicKey key, PaillierNumber[] d, int[] rows) {
        ModularArithmetic arithmetic = key.ciphertexts();
        if (rows.length == 0) {
            return new PaillierNumber(key, arithmetic.residue(BigInteger.ONE), 0, false);
        }
        PaillierNumber sum = d[rows[0]];
        for (int i = 1; i < rows.length; i++) {
            PaillierNumber next = d[rows[i]];
            long[] product = arithmetic.multiply(sum.atExponent(next.exponent()), next.ciphertext());
            sum = new PaillierNumber(key, product, next.exponent(), false);
        }
        return sum;
    }
}

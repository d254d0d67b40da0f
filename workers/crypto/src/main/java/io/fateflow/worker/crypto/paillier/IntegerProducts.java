package io.fateflow.worker.crypto.paillier;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;

import io.fateflow.worker.crypto.math.ModularArithmetic;
import io.fateflow.worker.crypto.math.Residues;

/**
 * Sums of products of encrypted numbers with plain whole numbers, exactly, on all cores. The caller sees to it that sums
 * stay within the key; results have the exponent of the encrypted numbers, all of which must be the same.
 */
public final class IntegerProducts {

    /** Bits of the greatest factor that is multiplied in one piece. */
    public static final int MOST_BITS = 60;

    private static final int LIMB_BITS = 48;

    private IntegerProducts() {}

    /**
     * The sum of {@code numbers[i] · factors[i · columns + column]} for each column.
     *
     * @param numbers at least one
     * @param factors of at most {@link #MOST_BITS} bits
     */
    public static PaillierNumber[] columnSums(PaillierNumber[] numbers, long[] factors, int columns) {
        require(numbers, factors.length == (long) numbers.length * columns);
        return sums(numbers, columns, column -> IntStream.range(0, numbers.length)
                .mapToLong(row -> factors[row * columns + column])
                .toArray());
    }

    /**
     * The sum of {@code numbers[j] · factors[row · numbers.length + j]} for each row.
     *
     * @param numbers at least one
     * @param factors of at most {@link #MOST_BITS} bits
     */
    public static PaillierNumber[] rowSums(PaillierNumber[] numbers, long[] factors) {
        int width = numbers.length;
        require(numbers, width > 0 && factors.length % width == 0);
        return sums(
                numbers, factors.length / width, row -> Arrays.copyOfRange(factors, row * width, (row + 1) * width));
    }

    /** The sum of {@code numbers[i] · factors[i]}, with factors of any size. */
    public static PaillierNumber sum(PaillierNumber[] numbers, BigInteger[] factors) {
        require(numbers, factors.length == numbers.length);
        int bits = Arrays.stream(factors)
                .mapToInt(factor -> factor.abs().bitLength())
                .max()
                .getAsInt();
        int limbs = Math.max(1, (bits + LIMB_BITS - 1) / LIMB_BITS);
        PaillierNumber[] parts = sums(numbers, limbs, limb -> limbs(factors, limb));
        PaillierNumber sum = parts[limbs - 1];
        for (int limb = limbs - 2; limb >= 0; limb--) {
            sum = sum.multiply(1L << LIMB_BITS).add(parts[limb]);
        }
        return sum;
    }

    /** Each number times its own factor, with factors of any size. */
    public static PaillierNumber[] products(PaillierNumber[] numbers, BigInteger[] factors) {
        require(numbers, factors.length == numbers.length);
        PaillierNumber[] products = new PaillierNumber[numbers.length];
        Arrays.parallelSetAll(products, i -> numbers[i].multiply(new FixedPoint(factors[i], 0)));
        return products;
    }

    private interface Factors {
        long[] of(int sum);
    }

    private static PaillierNumber[] sums(PaillierNumber[] numbers, int count, Factors factors) {
        PaillierPublicKey key = numbers[0].key();
        ModularArithmetic arithmetic = key.ciphertexts();
        int[] shifts = new int[numbers.length];
        PaillierNumber[] sums = new PaillierNumber[count];
        try (Residues bases = arithmetic.residues(numbers.length)) {
            for (int i = 0; i < numbers.length; i++) {
                bases.set(i, numbers[i].ciphertext());
            }
            IntStream.range(0, count).parallel().forEach(i -> {
                long[] powers = factors.of(i);
                int bits = bits(powers);
                int width = MultiExponentiation.width(powers.length, bits);
                SignedDigits digits = new SignedDigits(powers, shifts, bits, width);
                long[] product = new MultiExponentiation(arithmetic, bases, digits).compute();
                sums[i] = new PaillierNumber(key, product, numbers[0].exponent(), false);
            });
        }
        return sums;
    }

    private static int bits(long[] factors) {
        int bits = 0;
        for (long factor : factors) {
            bits = Math.max(bits, Long.SIZE - Long.numberOfLeadingZeros(Math.abs(factor)));
        }
        if (bits > MOST_BITS) {
            throw new IllegalArgumentException("a factor of " + bits + " bits for encrypted numbers, at most "
                    + MOST_BITS + " are possible: scale the features");
        }
        return bits;
    }

    private static long[] limbs(BigInteger[] factors, int limb) {
        long mask = (1L << LIMB_BITS) - 1;
        return Arrays.stream(factors)
                .mapToLong(factor -> factor.signum()
                        * (factor.abs().shiftRight(limb * LIMB_BITS).longValue() & mask))
                .toArray();
    }

    private static void require(PaillierNumber[] numbers, boolean sizesFit) {
        if (numbers.length == 0 || !sizesFit) {
            throw new IllegalArgumentException(numbers.length + " encrypted numbers for factors of another count");
        }
        for (PaillierNumber number : numbers) {
            numbers[0].requireSameKey(number);
            if (number.exponent() != numbers[0].exponent()) {
                throw new IllegalArgumentException("encrypted numbers of different exponents cannot be summed here");
            }
        }
    }
}

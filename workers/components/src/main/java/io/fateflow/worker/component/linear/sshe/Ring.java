package io.fateflow.worker.component.linear.sshe;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Whole numbers modulo 2^256, in which both parties' shares of a number add up to it; numbers with a fraction are whole
 * numbers of {@code 2^-bits}. A share alone is equally likely to be any of them, so it tells nothing.
 *
 * <p>The numbers themselves are far smaller than the ring. That is what {@link #truncate} is right for: each party cuts off
 * bits of its own share, and the sum is wrong by at most one unit, but with a probability of {@code |number| / 2^255} (SecureML,
 * Mohassel and Zhang 2017, theorem 1).
 *
 * @param first whether this is the party that cuts off as it is, and not the negative of its share
 */
record Ring(boolean first) {

    static final int BITS = 256;

    /** Places of weights, predictors and errors; a multiple of four, so that they are FATE's fixed point too. */
    static final int FRACTION = 40;

    /** Places of public factors. */
    static final int FACTOR_FRACTION = 60;

    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(BITS);
    private static final BigInteger MASK = MODULUS.subtract(BigInteger.ONE);

    static BigInteger reduce(BigInteger value) {
        return value.and(MASK);
    }

    /** The number between −2^255 and 2^255 that is the same in the ring. */
    static BigInteger signed(BigInteger element) {
        return element.testBit(BITS - 1) ? element.subtract(MODULUS) : element;
    }

    static BigInteger modulus() {
        return MODULUS;
    }

    /**
     * A number in the ring.
     *
     * @throws ArithmeticException if it is infinite or not a number
     */
    static BigInteger encode(double value, int fractionBits) {
        if (!Double.isFinite(value)) {
            throw new ArithmeticException(
                    "training diverged: scale the features with FeatureScale, or lower learning_rate");
        }
        return reduce(new BigDecimal(Math.rint(Math.scalb(value, fractionBits))).toBigInteger());
    }

    static BigInteger[] encode(double[] values, int fractionBits) {
        return Arrays.stream(values)
                .mapToObj(value -> encode(value, fractionBits))
                .toArray(BigInteger[]::new);
    }

    static double decode(BigInteger element, int fractionBits) {
        return Math.scalb(signed(element).doubleValue(), -fractionBits);
    }

    static double[] decode(BigInteger[] elements, int fractionBits) {
        return Arrays.stream(elements)
                .mapToDouble(element -> decode(element, fractionBits))
                .toArray();
    }

    static BigInteger[] random(int count, RandomGenerator generator) {
        BigInteger[] elements = new BigInteger[count];
        byte[] bytes = new byte[BITS / Byte.SIZE];
        for (int i = 0; i < count; i++) {
            generator.nextBytes(bytes);
            elements[i] = new BigInteger(1, bytes);
        }
        return elements;
    }

    static BigInteger[] add(BigInteger[] a, BigInteger[] b) {
        BigInteger[] sums = new BigInteger[a.length];
        Arrays.setAll(sums, i -> reduce(a[i].add(b[i])));
        return sums;
    }

    static BigInteger[] subtract(BigInteger[] a, BigInteger[] b) {
        BigInteger[] differences = new BigInteger[a.length];
        Arrays.setAll(differences, i -> reduce(a[i].subtract(b[i])));
        return differences;
    }

    static BigInteger sumOfSquares(BigInteger[] elements) {
        return Arrays.stream(elements)
                .parallel()
                .map(element -> element.multiply(element))
                .reduce(BigInteger.ZERO, (a, b) -> reduce(a.add(b)));
    }

    static BigInteger[] concat(BigInteger[] a, BigInteger[] b) {
        BigInteger[] all = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        return all;
    }

    /** A public factor as a whole number. */
    static BigInteger factor(double value) {
        return signed(encode(value, FACTOR_FRACTION));
    }

    /** Shares of the numbers times a public factor, with as many places as before. */
    BigInteger[] scale(BigInteger[] shares, double factor) {
        return scale(shares, factor, 0);
    }

    /** As {@link #scale(BigInteger[], double)}, and with some places less. */
    BigInteger[] scale(BigInteger[] shares, double factor, int bits) {
        BigInteger whole = factor(factor);
        BigInteger[] products = new BigInteger[shares.length];
        Arrays.parallelSetAll(products, i -> reduce(shares[i].multiply(whole)));
        return truncate(products, FACTOR_FRACTION + bits);
    }

    /** Shares of the same numbers with some places less; of random shares only. */
    BigInteger[] truncate(BigInteger[] shares, int bits) {
        BigInteger[] cut = new BigInteger[shares.length];
        Arrays.parallelSetAll(
                cut,
                i -> first
                        ? shares[i].shiftRight(bits)
                        : reduce(MODULUS.subtract(shares[i]).shiftRight(bits).negate()));
        return cut;
    }
}

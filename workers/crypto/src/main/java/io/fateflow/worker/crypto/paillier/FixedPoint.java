package io.fateflow.worker.crypto.paillier;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * A number as FATE encodes it before encryption: {@code mantissa · 16^-exponent}.
 *
 * @param exponent may be negative, for large numbers
 */
public record FixedPoint(BigInteger mantissa, int exponent) {

    private static final int BITS_PER_DIGIT = 4;
    private static final int MANTISSA_BITS = 53;
    private static final double NEARLY_ZERO = 1e-200;
    private static final double LONG_RANGE = 0x1p63;

    /**
     * With all its bits but up to three: the exponent is ⌊(53 − e)/4⌋ where {@code |value|} is within [2^(e−1), 2^e), and
     * the mantissa is rounded half to even. Less than 1e-200 is zero.
     *
     * @throws IllegalArgumentException if it is infinite or not a number
     */
    public static FixedPoint of(double value) {
        requireFinite(value);
        double rounded = Math.abs(value) < NEARLY_ZERO ? 0 : value;
        int binaryExponent = rounded == 0 ? 0 : Math.getExponent(rounded) + 1;
        int exponent = Math.floorDiv(MANTISSA_BITS - binaryExponent, BITS_PER_DIGIT);
        double mantissa = Math.rint(Math.scalb(rounded, BITS_PER_DIGIT * exponent));
        return new FixedPoint(BigInteger.valueOf((long) mantissa), exponent);
    }

    /** Exactly, with exponent zero. */
    public static FixedPoint of(long value) {
        return new FixedPoint(BigInteger.valueOf(value), 0);
    }

    /**
     * Rounded to a number of binary places, so that all numbers get the same exponent: FATE's fixed-point encoding of
     * features, with 23 places.
     *
     * @throws IllegalArgumentException if it has more than 63 bits then
     */
    public static FixedPoint of(double value, int fractionBits) {
        int exponent = exponentFor(fractionBits);
        long mantissa = round(value, fractionBits);
        return new FixedPoint(
                BigInteger.valueOf(mantissa).shiftLeft(BITS_PER_DIGIT * exponent - fractionBits), exponent);
    }

    /** The nearest double, infinite if there is none. */
    public double toDouble() {
        int excess = Math.max(0, mantissa.bitLength() - Long.SIZE);
        BigInteger top = mantissa.abs().shiftRight(excess);
        // what was cut off decides only ties, so one bit of it is enough
        boolean cut = excess > 0 && mantissa.getLowestSetBit() < excess;
        double value = (cut ? top.setBit(0) : top).doubleValue();
        return mantissa.signum() * Math.scalb(value, excess - BITS_PER_DIGIT * exponent);
    }

    /** The factor that takes a mantissa from one exponent to a greater one. */
    static BigInteger scale(int fromExponent, int toExponent) {
        return BigInteger.ONE.shiftLeft(shift(fromExponent, toExponent));
    }

    static int shift(int fromExponent, int toExponent) {
        return BITS_PER_DIGIT * (toExponent - fromExponent);
    }

    static int exponentFor(int fractionBits) {
        return (fractionBits + BITS_PER_DIGIT - 1) / BITS_PER_DIGIT;
    }

    /** By how many digits of base 16 values are longer than {@code bits} before the point; 0 if they are not, or not finite. */
    static int digitsBeyond(double[] values, int bits) {
        double greatest = Arrays.stream(values).map(Math::abs).max().orElse(0);
        return Double.isFinite(greatest) ? exponentFor(Math.max(0, Math.getExponent(greatest) + 1 - bits)) : 0;
    }

    static long round(double value, int fractionBits) {
        requireFinite(value);
        double rounded = Math.rint(Math.scalb(value, fractionBits));
        if (Math.abs(rounded) >= LONG_RANGE) {
            throw new IllegalArgumentException("a number is too large for fixed point with " + fractionBits
                    + " binary places: scale the features");
        }
        return (long) rounded;
    }

    private static void requireFinite(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("infinite or not a number: nothing that could be encrypted");
        }
    }
}

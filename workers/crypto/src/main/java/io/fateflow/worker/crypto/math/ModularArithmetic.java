package io.fateflow.worker.crypto.math;

import java.math.BigInteger;

/**
 * Arithmetic modulo one odd number. Residues are arrays of {@link #length()} limbs, see {@link Limbs}, less than the
 * modulus: the form that costs least to hand over to native code. Safe for many threads. Times depend on the operands,
 * as they do with the library that FATE uses.
 */
public interface ModularArithmetic {

    BigInteger modulus();

    /** The residue of any whole number. */
    default long[] residue(BigInteger value) {
        return Limbs.of(value.mod(modulus()), length());
    }

    /** Limbs of each residue. */
    default int length() {
        return Limbs.count(modulus());
    }

    long[] multiply(long[] a, long[] b);

    /**
     * Raises to a power.
     *
     * @param exponent zero or more
     */
    long[] power(long[] base, BigInteger exponent);

    /**
     * The number that multiplied by {@code a} gives one.
     *
     * @throws ArithmeticException if there is none
     */
    long[] inverse(long[] a);

    /** Whether the square of some residue is this one, as that of zero is. Only where the modulus is a prime. */
    boolean isSquare(long[] a);

    /** Working memory for long computations, all of it undefined; the caller closes it. */
    Residues residues(int count);

    /** As {@link #power(long[], BigInteger)}, for those who need it once. */
    default BigInteger power(BigInteger base, BigInteger exponent) {
        return Limbs.toBigInteger(power(residue(base), exponent));
    }
}

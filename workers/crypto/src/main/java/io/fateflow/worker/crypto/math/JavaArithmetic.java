package io.fateflow.worker.crypto.math;

import java.math.BigInteger;

/** By the JDK, where there is nothing faster. */
final class JavaArithmetic implements ModularArithmetic {

    private final BigInteger modulus;

    JavaArithmetic(BigInteger modulus) {
        this.modulus = modulus;
    }

    @Override
    public BigInteger modulus() {
        return modulus;
    }

    @Override
    public long[] multiply(long[] a, long[] b) {
        return residue(Limbs.toBigInteger(a).multiply(Limbs.toBigInteger(b)));
    }

    @Override
    public long[] power(long[] base, BigInteger exponent) {
        if (exponent.signum() < 0) {
            throw new IllegalArgumentException("a negative exponent");
        }
        return residue(Limbs.toBigInteger(base).modPow(exponent, modulus));
    }

    @Override
    public long[] inverse(long[] a) {
        return residue(Limbs.toBigInteger(a).modInverse(modulus));
    }

    /** By Euler's criterion. */
    @Override
    public boolean isSquare(long[] a) {
        return Limbs.toBigInteger(power(a, modulus.shiftRight(1))).compareTo(BigInteger.ONE) <= 0;
    }

    @Override
    public Residues residues(int count) {
        return new JavaResidues(modulus, length(), count);
    }
}

package io.fateflow.worker.crypto.paillier;

import java.math.BigInteger;

import io.fateflow.worker.crypto.math.ModularArithmetic;

/**
 * An encrypted number; immutable. Results of operations must be obfuscated before they leave the party, for they show how
 * they were made: the number knows whether it was, and {@link PaillierCodec} does what is missing.
 */
public final class PaillierNumber {

    private final PaillierPublicKey key;
    private final long[] ciphertext;
    private final int exponent;
    private final boolean obfuscated;

    PaillierNumber(PaillierPublicKey key, long[] ciphertext, int exponent, boolean obfuscated) {
        this.key = key;
        this.ciphertext = ciphertext;
        this.exponent = exponent;
        this.obfuscated = obfuscated;
    }

    public PaillierPublicKey key() {
        return key;
    }

    /** Of the {@link FixedPoint} inside. */
    public int exponent() {
        return exponent;
    }

    public PaillierNumber add(PaillierNumber other) {
        requireSameKey(other);
        int common = Math.max(exponent, other.exponent);
        return result(arithmetic().multiply(atExponent(common), other.atExponent(common)), common);
    }

    public PaillierNumber add(double value) {
        return add(FixedPoint.of(value));
    }

    /** As {@link #add(double)}; the result's exponent is the greater one. */
    public PaillierNumber add(FixedPoint value) {
        return add(key.plain(value));
    }

    public PaillierNumber subtract(PaillierNumber other) {
        return add(other.negate());
    }

    public PaillierNumber negate() {
        return result(arithmetic().inverse(ciphertext), exponent);
    }

    public PaillierNumber multiply(double factor) {
        return multiply(FixedPoint.of(factor));
    }

    public PaillierNumber multiply(long factor) {
        return multiply(FixedPoint.of(factor));
    }

    /** The exponents add up, so repeated multiplication overflows in the end. */
    public PaillierNumber multiply(FixedPoint factor) {
        long[] base = factor.mantissa().signum() < 0 ? arithmetic().inverse(ciphertext) : ciphertext;
        BigInteger power = factor.mantissa().abs();
        return result(arithmetic().power(base, power), exponent + factor.exponent());
    }

    /** The same number under new randomness; itself if it was obfuscated since the last operation. */
    public PaillierNumber obfuscate() {
        return obfuscated
                ? this
                : new PaillierNumber(key, arithmetic().multiply(ciphertext, key.obfuscator()), exponent, true);
    }

    @Override
    public String toString() {
        return "number under " + key;
    }

    boolean isObfuscated() {
        return obfuscated;
    }

    /** Not to be changed. */
    long[] ciphertext() {
        return ciphertext;
    }

    /** The ciphertext of the same number with a greater exponent. */
    long[] atExponent(int greater) {
        return greater == exponent ? ciphertext : arithmetic().power(ciphertext, FixedPoint.scale(exponent, greater));
    }

    void requireSameKey(PaillierNumber other) {
        if (!key.equals(other.key)) {
            throw new IllegalArgumentException("two numbers under different keys");
        }
    }

    private ModularArithmetic arithmetic() {
        return key.ciphertexts();
    }

    private PaillierNumber result(long[] residue, int resultExponent) {
        return new PaillierNumber(key, residue, resultExponent, false);
    }
}

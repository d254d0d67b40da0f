package io.fateflow.worker.crypto.psi;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.SecureRandom;

import io.fateflow.worker.crypto.math.BigMath;
import io.fateflow.worker.crypto.math.Limbs;
import io.fateflow.worker.crypto.math.ModularArithmetic;

/**
 * Powers modulo a safe prime, as Pohlig and Hellman have it. Elements are squares, which all have the same large prime
 * order, so that no power shows anything of what it was made of.
 */
public final class DhCipher implements CommutativeCipher {

    /** Exponents for groups of up to 2048 bits need no more (RFC 3526, section 8). */
    private static final int EXPONENT_BITS = 320;

    private final ModularArithmetic group;
    private final BigInteger exponent;

    public DhCipher(BigInteger safePrime, SecureRandom random) {
        this(safePrime, new BigInteger(EXPONENT_BITS, random).setBit(EXPONENT_BITS - 1));
    }

    /**
     * One that was there before.
     *
     * @param secret its secret
     */
    public DhCipher(BigInteger safePrime, byte[] secret) {
        this(safePrime, new BigInteger(1, secret));
    }

    private DhCipher(BigInteger safePrime, BigInteger exponent) {
        this.group = BigMath.modulo(safePrime);
        this.exponent = exponent;
    }

    @Override
    public byte[] secret() {
        return exponent.toByteArray();
    }

    @Override
    public int width() {
        return group.length() * Long.BYTES;
    }

    @Override
    public byte[] encryptId(byte[] digest) {
        BigInteger number = new BigInteger(1, stretch(digest));
        return power(number.multiply(number).mod(group.modulus()));
    }

    @Override
    public byte[] encrypt(byte[] element) {
        BigInteger number = new BigInteger(1, element);
        BigInteger last = group.modulus().subtract(BigInteger.ONE);
        if (number.compareTo(BigInteger.ONE) <= 0 || number.compareTo(last) >= 0) {
            throw new IllegalArgumentException("not an element of the group");
        }
        return power(number);
    }

    private byte[] power(BigInteger base) {
        return Limbs.toBytes(group.power(group.residue(base), exponent));
    }

    /** To a few bytes more than the group's elements have, or small digests would make special elements (MGF1 of RFC 8017). */
    private byte[] stretch(byte[] digest) {
        MessageDigest sha = IdHash.digest("SHA-256");
        byte[] stretched = new byte[width() + sha.getDigestLength()];
        int filled = 0;
        for (byte counter = 0; filled < stretched.length; counter++) {
            sha.update(digest);
            byte[] block = sha.digest(new byte[] {0, 0, 0, counter});
            int length = Math.min(block.length, stretched.length - filled);
            System.arraycopy(block, 0, stretched, filled, length);
            filled += length;
        }
        return stretched;
    }
}

package io.fateflow.worker.crypto.paillier;

import java.math.BigInteger;

import io.fateflow.worker.crypto.math.Limbs;

/** Keys and encrypted numbers as decimal numbers, in the form in which FATE's models have them. */
public final class PaillierText {

    private static final int MOST_EXPONENT = 100_000;

    private PaillierText() {}

    /** The ciphertext, obfuscated by the caller if it is to leave the party. */
    public static String ciphertext(PaillierNumber number) {
        return Limbs.toBigInteger(number.ciphertext()).toString();
    }

    /**
     * Reads a ciphertext.
     *
     * @throws IllegalArgumentException if it is none under this key
     */
    public static PaillierNumber number(PaillierPublicKey key, String ciphertext, int exponent) {
        BigInteger value = parse(ciphertext, "a ciphertext");
        if (value.signum() <= 0 || value.compareTo(key.n().multiply(key.n())) >= 0) {
            throw new IllegalArgumentException("a ciphertext of the model is not one under its key");
        }
        if (Math.abs((long) exponent) > MOST_EXPONENT) {
            throw new IllegalArgumentException("a ciphertext of the model has the exponent " + exponent);
        }
        return new PaillierNumber(key, key.ciphertexts().residue(value), exponent, false);
    }

    /**
     * Reads a public key.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static PaillierPublicKey publicKey(String n) {
        BigInteger modulus = parse(n, "a public key");
        if (modulus.signum() <= 0 || !modulus.testBit(0) || modulus.bitLength() > PaillierPublicKey.MOST_BITS) {
            throw new IllegalArgumentException("the model's public key is none");
        }
        return new PaillierPublicKey(modulus);
    }

    /** The two primes of a private key: whoever has them can decrypt. */
    public static String[] primes(PaillierKeyPair keys) {
        BigInteger p = keys.privateKey().firstPrime();
        return new String[] {p.toString(), keys.publicKey().n().divide(p).toString()};
    }

    /**
     * The pair of keys that two primes make.
     *
     * @throws IllegalArgumentException if they do not
     */
    public static PaillierKeyPair keys(String p, String q) {
        BigInteger first = parse(p, "a private key");
        BigInteger second = parse(q, "a private key");
        boolean fit = first.signum() > 0
                && second.signum() > 0
                && !first.equals(second)
                && first.testBit(0)
                && second.testBit(0)
                && first.bitLength() + second.bitLength() <= PaillierPublicKey.MOST_BITS + 1;
        if (!fit) {
            throw new IllegalArgumentException("the model's private key is none");
        }
        return PaillierKeyPair.of(first, second);
    }

    private static BigInteger parse(String number, String what) {
        try {
            return new BigInteger(number);
        } catch (NumberFormatException notOne) {
            throw new IllegalArgumentException(what + " of the model is not a number", notOne);
        }
    }
}

package io.fateflow.worker.crypto.paillier;

import java.math.BigInteger;
import java.security.SecureRandom;

/** A public key, for everyone, and the private key that belongs to it. */
public record PaillierKeyPair(PaillierPublicKey publicKey, PaillierPrivateKey privateKey) {

    private static final int LEAST_BITS = 1024;

    /**
     * Makes a new pair.
     *
     * @param bits of the public key: 1024 or 2048 in FATE; even and at least 1024
     */
    public static PaillierKeyPair generate(int bits, SecureRandom random) {
        if (bits < LEAST_BITS || bits % 2 != 0 || bits > PaillierPublicKey.MOST_BITS) {
            throw new IllegalArgumentException("a Paillier key has an even number of bits from " + LEAST_BITS + " to "
                    + PaillierPublicKey.MOST_BITS + ", not " + bits);
        }
        return generateOfAnySize(bits, random);
    }

    /** For tests, which need no secrecy. */
    static PaillierKeyPair generateOfAnySize(int bits, SecureRandom random) {
        while (true) {
            BigInteger p = prime(bits / 2, random);
            BigInteger q = prime(bits / 2, random);
            if (p.multiply(q).bitLength() == bits && fit(p, q)) {
                return of(p, q);
            }
        }
    }

    /** One that is 3 modulo 4, as {@link ZeroEncryptions} wants both. */
    private static BigInteger prime(int bits, SecureRandom random) {
        BigInteger prime;
        do {
            prime = BigInteger.probablePrime(bits, random);
        } while (!prime.testBit(1));
        return prime;
    }

    /** Whether p − 1 and q − 1 have no factor but 2 in common; equal primes do. */
    private static boolean fit(BigInteger p, BigInteger q) {
        return p.subtract(BigInteger.ONE).gcd(q.subtract(BigInteger.ONE)).equals(BigInteger.TWO);
    }

    static PaillierKeyPair of(BigInteger p, BigInteger q) {
        PaillierPublicKey publicKey = new PaillierPublicKey(p.multiply(q));
        return new PaillierKeyPair(publicKey, new PaillierPrivateKey(publicKey, p, q));
    }
}

package io.fateflow.worker.component.homo;

import java.math.BigInteger;
import java.security.SecureRandom;

import io.fateflow.worker.crypto.psi.DhGroups;

/**
 * A Diffie–Hellman key in the 2048-bit group of RFC 3526.
 *
 * @param exponent the private half
 */
record DhKeys(BigInteger exponent) {

    /** Group 14. */
    static final BigInteger PRIME = DhGroups.prime(2048);

    static final BigInteger GENERATOR = BigInteger.TWO;

    /** More than twice the group's strength of 112 bits. */
    private static final int EXPONENT_BITS = 512;

    static DhKeys generate(SecureRandom random) {
        return new DhKeys(new BigInteger(EXPONENT_BITS, random).setBit(EXPONENT_BITS - 1));
    }

    BigInteger publicHalf() {
        return GENERATOR.modPow(exponent, PRIME);
    }

    /**
     * What only this party and the owner of the other public half know.
     *
     * @throws IllegalArgumentException if the other half is one that gives the secret away
     */
    BigInteger secretWith(BigInteger otherHalf) {
        boolean inside =
                otherHalf.compareTo(BigInteger.ONE) > 0 && otherHalf.compareTo(PRIME.subtract(BigInteger.ONE)) < 0;
        if (!inside) {
            throw new IllegalArgumentException(
                    "a party's Diffie-Hellman key is not one: its models could not be masked");
        }
        return otherHalf.modPow(exponent, PRIME);
    }

    @Override
    public String toString() {
        return "a private key";
    }
}

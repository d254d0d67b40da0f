package io.fateflow.worker.crypto.paillier;

import java.math.BigInteger;
import java.security.SecureRandom;

import io.fateflow.worker.crypto.math.ModularArithmetic;
import io.fateflow.worker.crypto.math.Residues;

/**
 * New encryptions of zero, which hide what they are multiplied with. Instead of r^n with a new r for each, powers of one
 * {@code h = (−x²)^n mod n²} to random exponents of half n's length (Damgård, Jurik, Nielsen: A generalization of
 * Paillier's public-key system, 2010, section 4.2): the base is fixed, so its powers come from a table, at about a tenth of
 * the time. Every party draws an x of its own; whoever decrypts sees no difference. Safe for many threads.
 */
final class ZeroEncryptions {

    private static final int WINDOW_BITS = 8;
    private static final int DIGITS = 1 << WINDOW_BITS;

    private final ModularArithmetic arithmetic;
    private final SecureRandom random;
    private final int windows;
    /** At {@code window · 256 + digit} the power of h to {@code digit · 256^window}; freed with this object. */
    private final Residues powers;

    ZeroEncryptions(BigInteger n, ModularArithmetic arithmetic, SecureRandom random) {
        this(n, arithmetic, random, base(n, arithmetic, random));
    }

    /** Of a known base, for tests. */
    ZeroEncryptions(BigInteger n, ModularArithmetic arithmetic, SecureRandom random, long[] base) {
        this.arithmetic = arithmetic;
        this.random = random;
        this.windows = (n.bitLength() + 2 * WINDOW_BITS - 1) / (2 * WINDOW_BITS);
        this.powers = arithmetic.residues(windows * DIGITS);
        fill(base);
    }

    long[] next() {
        byte[] exponent = new byte[windows];
        random.nextBytes(exponent);
        return power(exponent);
    }

    /** The power of the base to the number that has these digits, the lowest first. */
    long[] power(byte[] digits) {
        try (Residues product = arithmetic.residues(1)) {
            product.copy(0, powers, Byte.toUnsignedInt(digits[0]));
            for (int window = 1; window < windows; window++) {
                product.multiply(0, 0, powers, window * DIGITS + Byte.toUnsignedInt(digits[window]));
            }
            return product.get(0);
        }
    }

    private void fill(long[] base) {
        long[] one = arithmetic.residue(BigInteger.ONE);
        try (Residues next = arithmetic.residues(1)) {
            next.set(0, base);
            for (int window = 0; window < windows; window++) {
                int first = window * DIGITS;
                powers.set(first, one);
                for (int digit = 1; digit < DIGITS; digit++) {
                    powers.copy(first + digit, powers, first + digit - 1);
                    powers.multiply(first + digit, first + digit, next, 0);
                }
                next.multiply(0, 0, powers, first + DIGITS - 1);
            }
        }
    }

    private static long[] base(BigInteger n, ModularArithmetic arithmetic, SecureRandom random) {
        BigInteger x;
        do {
            x = new BigInteger(n.bitLength(), random);
        } while (x.compareTo(n) >= 0 || !x.gcd(n).equals(BigInteger.ONE));
        BigInteger residue = n.subtract(x.multiply(x).mod(n));
        return arithmetic.power(arithmetic.residue(residue), n);
    }
}

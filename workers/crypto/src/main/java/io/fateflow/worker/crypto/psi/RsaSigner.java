package io.fateflow.worker.crypto.psi;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.List;

import io.fateflow.worker.crypto.math.BigMath;
import io.fateflow.worker.crypto.math.ModularArithmetic;

/** The private half of the RSA protocol: raises to the secret exponent, modulo each prime on its own (RFC 8017, 5.1.2). */
public final class RsaSigner {

    private static final BigInteger PUBLIC_EXPONENT = BigInteger.valueOf(65_537);

    private final BigInteger p;
    private final BigInteger q;
    private final BigInteger exponentP;
    private final BigInteger exponentQ;
    private final BigInteger inverse;
    private final ModularArithmetic moduloP;
    private final ModularArithmetic moduloQ;

    /** With the primes of a key that was there before. */
    public RsaSigner(BigInteger p, BigInteger q) {
        this.p = p;
        this.q = q;
        this.exponentP = PUBLIC_EXPONENT.modInverse(p.subtract(BigInteger.ONE));
        this.exponentQ = PUBLIC_EXPONENT.modInverse(q.subtract(BigInteger.ONE));
        this.inverse = q.modInverse(p);
        this.moduloP = BigMath.modulo(p);
        this.moduloQ = BigMath.modulo(q);
    }

    /** A signer with a new key. */
    public static RsaSigner generate(int bits, SecureRandom random) {
        while (true) {
            BigInteger p = prime(bits / 2, random);
            BigInteger q = prime(bits / 2, random);
            if (p.multiply(q).bitLength() == bits && !p.equals(q)) {
                return new RsaSigner(p, q);
            }
        }
    }

    /** The secret primes, which must not leave the party. */
    public List<BigInteger> primes() {
        return List.of(p, q);
    }

    public BigInteger modulus() {
        return p.multiply(q);
    }

    public BigInteger publicExponent() {
        return PUBLIC_EXPONENT;
    }

    /** {@code value^d mod n}. */
    public BigInteger sign(BigInteger value) {
        BigInteger a = moduloP.power(value, exponentP);
        BigInteger b = moduloQ.power(value, exponentQ);
        return a.subtract(b).multiply(inverse).mod(p).multiply(q).add(b);
    }

    @Override
    public String toString() {
        return "RSA key of " + modulus().bitLength() + " bits";
    }

    private static BigInteger prime(int bits, SecureRandom random) {
        while (true) {
            BigInteger prime = BigInteger.probablePrime(bits, random);
            if (prime.subtract(BigInteger.ONE).gcd(PUBLIC_EXPONENT).equals(BigInteger.ONE)) {
                return prime;
            }
        }
    }
}

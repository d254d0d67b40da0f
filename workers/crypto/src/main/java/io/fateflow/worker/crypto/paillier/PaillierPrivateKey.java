package io.fateflow.worker.crypto.paillier;

import java.math.BigInteger;
import java.util.Arrays;

import io.fateflow.worker.crypto.math.BigMath;
import io.fateflow.worker.crypto.math.Limbs;
import io.fateflow.worker.crypto.math.ModularArithmetic;

/** Decrypts, modulo each of the two primes on its own (Paillier 1999, section 7). Safe for many threads. */
public final class PaillierPrivateKey {

    private final PaillierPublicKey publicKey;
    private final Half first;
    private final Half second;
    private final BigInteger secondInverse;

    PaillierPrivateKey(PaillierPublicKey publicKey, BigInteger p, BigInteger q) {
        this.publicKey = publicKey;
        this.first = Half.of(p, publicKey.n());
        this.second = Half.of(q, publicKey.n());
        this.secondInverse = q.modInverse(p);
    }

    /**
     * Decrypts and decodes.
     *
     * @throws PaillierOverflowException if a sum or product became too large on the way
     * @throws IllegalArgumentException if it is encrypted under another key
     */
    public double decrypt(PaillierNumber number) {
        return decryptExactly(number).toDouble();
    }

    /** As {@link #decrypt(PaillierNumber)}, on all cores. */
    public double[] decrypt(PaillierNumber[] numbers) {
        return Arrays.stream(numbers).parallel().mapToDouble(this::decrypt).toArray();
    }

    /** As {@link #decrypt(PaillierNumber)}, without rounding. */
    public FixedPoint decryptExactly(PaillierNumber number) {
        if (!number.key().equals(publicKey)) {
            throw new IllegalArgumentException("encrypted under another key");
        }
        BigInteger ciphertext = Limbs.toBigInteger(number.ciphertext());
        BigInteger a = first.decrypt(ciphertext);
        BigInteger b = second.decrypt(ciphertext);
        BigInteger difference = a.subtract(b).multiply(secondInverse).mod(first.prime());
        BigInteger residue = difference.multiply(second.prime()).add(b);
        return new FixedPoint(publicKey.decode(residue), number.exponent());
    }

    /** For tests. */
    BigInteger firstPrime() {
        return first.prime();
    }

    @Override
    public String toString() {
        return "private key of " + publicKey;
    }

    /**
     * Decryption modulo one prime.
     *
     * @param factor the inverse of L(g^(p−1) mod p²)
     */
    private record Half(BigInteger prime, ModularArithmetic square, BigInteger factor) {

        static Half of(BigInteger prime, BigInteger n) {
            ModularArithmetic square = BigMath.modulo(prime.multiply(prime));
            BigInteger generator = n.add(BigInteger.ONE);
            BigInteger power = square.power(generator, prime.subtract(BigInteger.ONE));
            return new Half(prime, square, quotient(power, prime).modInverse(prime));
        }

        BigInteger decrypt(BigInteger ciphertext) {
            BigInteger power = square.power(ciphertext, prime.subtract(BigInteger.ONE));
            return quotient(power, prime).multiply(factor).mod(prime);
        }

        /** Paillier's L. */
        private static BigInteger quotient(BigInteger power, BigInteger prime) {
            return power.subtract(BigInteger.ONE).divide(prime);
        }
    }
}

package io.fateflow.worker.crypto.paillier;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;

import io.fateflow.worker.crypto.math.Limbs;
import io.fateflow.worker.crypto.math.ModularArithmetic;

import static org.assertj.core.api.Assertions.assertThat;

class ZeroEncryptionsTest {

    private static final int BITS = 256;

    private final SecureRandom random = new SecureRandom();
    private final PaillierKeyPair keys = PaillierKeyPair.generateOfAnySize(BITS, random);
    private final BigInteger n = keys.publicKey().n();
    private final ModularArithmetic arithmetic = keys.publicKey().ciphertexts();

    @Test
    void theTableGivesThePowersOfItsBase() {
        BigInteger base = new BigInteger(2 * BITS - 1, random);
        ZeroEncryptions zeros = new ZeroEncryptions(n, arithmetic, random, arithmetic.residue(base));
        for (int round = 0; round < 50; round++) {
            byte[] digits = new byte[BITS / 2 / Byte.SIZE];
            random.nextBytes(digits);

            BigInteger exponent = BigInteger.ZERO;
            for (int i = digits.length - 1; i >= 0; i--) {
                exponent = exponent.shiftLeft(Byte.SIZE).or(BigInteger.valueOf(Byte.toUnsignedInt(digits[i])));
            }
            assertThat(Limbs.toBigInteger(zeros.power(digits))).isEqualTo(base.modPow(exponent, n.multiply(n)));
        }
    }

    @Test
    void eachIsAnotherEncryptionOfZero() {
        ZeroEncryptions zeros = new ZeroEncryptions(n, arithmetic, random);
        Set<BigInteger> seen = new HashSet<>();
        for (int round = 0; round < 200; round++) {
            long[] zero = zeros.next();
            assertThat(keys.privateKey().decrypt(new PaillierNumber(keys.publicKey(), zero, 0, true)))
                    .isZero();
            seen.add(Limbs.toBigInteger(zero));
        }
        assertThat(seen).hasSize(200).doesNotContain(BigInteger.ONE);
    }

    @Test
    void keysHaveThePrimesThatTheMethodWants() {
        BigInteger p = keys.privateKey().firstPrime();
        BigInteger q = n.divide(p);

        assertThat(p.multiply(q)).isEqualTo(n);
        assertThat(p.testBit(1)).isTrue();
        assertThat(q.testBit(1)).isTrue();
        assertThat(p.subtract(BigInteger.ONE).gcd(q.subtract(BigInteger.ONE))).isEqualTo(BigInteger.TWO);
    }
}

package io.fateflow.worker.crypto.paillier;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;

import org.junit.jupiter.api.Test;

import io.fateflow.worker.crypto.math.Limbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class PaillierTest {

    private static final PaillierKeyPair KEYS = PaillierKeyPair.generateOfAnySize(512, new SecureRandom());
    private static final PaillierPublicKey KEY = KEYS.publicKey();
    private static final PaillierPrivateKey SECRET = KEYS.privateKey();

    private final Random random = new Random(11);

    /** The definition, with the smallest primes that do: n = 35, n² = 1225, Enc(12) with r = 4 is 421·324 mod 1225. */
    @Test
    void encryptsAsTheDefinitionSays() {
        PaillierKeyPair tiny = PaillierKeyPair.of(BigInteger.valueOf(5), BigInteger.valueOf(7));
        BigInteger square = BigInteger.valueOf(1225);
        BigInteger obfuscator = BigInteger.valueOf(4).modPow(BigInteger.valueOf(35), square);
        BigInteger ciphertext =
                BigInteger.valueOf(1 + 10 * 35).multiply(obfuscator).mod(square);

        assertThat(Limbs.toBigInteger(tiny.publicKey().plain(FixedPoint.of(10L)).ciphertext()))
                .isEqualTo(351);
        assertThat(tiny.privateKey().decrypt(new PaillierNumber(tiny.publicKey(), Limbs.of(ciphertext, 1), 0, true)))
                .isEqualTo(10);
    }

    @Test
    void keysHaveTheBitsAskedFor() {
        assertThat(PaillierKeyPair.generate(1024, new SecureRandom())
                        .publicKey()
                        .n()
                        .bitLength())
                .isEqualTo(1024);
        for (int bits : new int[] {0, 512, 1023, 1025, 1 << 20}) {
            assertThatThrownBy(() -> PaillierKeyPair.generate(bits, new SecureRandom()))
                    .hasMessageContaining("not " + bits);
        }
    }

    @Test
    void whatIsEncryptedIsDecrypted() {
        double[] values = DoubleStream.concat(
                        DoubleStream.of(0, 1, -1, 1e-30, -1e30, 0.1, Math.PI), random.doubles(50, -1000, 1000))
                .toArray();

        double[] decrypted = SECRET.decrypt(KEY.encrypt(values));

        for (int i = 0; i < values.length; i++) {
            assertThat(decrypted[i]).isEqualTo(FixedPoint.of(values[i]).toDouble());
        }
        assertThat(SECRET.decrypt(KEY.encrypt(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void sumsAndProductsOfEncryptedNumbersAreThoseOfTheNumbers() {
        for (int i = 0; i < 100; i++) {
            double a = Math.scalb(random.nextGaussian(), random.nextInt(60) - 30);
            double b = Math.scalb(random.nextGaussian(), random.nextInt(60) - 30);
            PaillierNumber x = KEY.encrypt(a);
            PaillierNumber y = KEY.encrypt(b);
            double near = 1e-13 * (Math.abs(a) + Math.abs(b));

            assertThat(SECRET.decrypt(x.add(y))).isCloseTo(a + b, within(near));
            assertThat(SECRET.decrypt(x.subtract(y))).isCloseTo(a - b, within(near));
            assertThat(SECRET.decrypt(x.add(b))).isCloseTo(a + b, within(near));
            assertThat(SECRET.decrypt(x.multiply(b))).isCloseTo(a * b, within(1e-13 * Math.abs(a * b)));
            assertThat(SECRET.decrypt(x.multiply(-7L))).isCloseTo(a * -7, within(1e-12 * Math.abs(a)));
            assertThat(SECRET.decrypt(x.multiply(FixedPoint.of(b, 23))))
                    .isCloseTo(a * Math.rint(b * 0x1p23) / 0x1p23, within(1e-13 * Math.abs(a) * (1 + Math.abs(b))));
            assertThat(SECRET.decrypt(x.negate())).isEqualTo(-FixedPoint.of(a).toDouble());
        }
    }

    @Test
    void exponentsAreAlignedToTheGreater() {
        PaillierNumber large = KEY.encrypt(1e9);
        PaillierNumber small = KEY.encrypt(1e-9);

        PaillierNumber sum = large.add(small);

        assertThat(sum.exponent()).isEqualTo(small.exponent()).isGreaterThan(large.exponent());
        assertThat(SECRET.decryptExactly(sum).mantissa())
                .isEqualTo(FixedPoint.of(1e9)
                        .mantissa()
                        .multiply(FixedPoint.scale(large.exponent(), small.exponent()))
                        .add(FixedPoint.of(1e-9).mantissa()));
    }

    @Test
    void multiplyingByZeroGivesZero() {
        assertThat(SECRET.decrypt(KEY.encrypt(5.0).multiply(0L))).isZero();
    }

    @Test
    void whatGrowsBeyondTheKeyIsNoticed() {
        PaillierNumber half = KEY.encrypt(new FixedPoint(KEY.n().shiftRight(2), 0));
        PaillierNumber tooLarge = half.add(half);

        assertThatThrownBy(() -> SECRET.decrypt(tooLarge))
                .isInstanceOf(PaillierOverflowException.class)
                .hasMessageContaining("512 bits");
        assertThatThrownBy(() -> KEY.encrypt(new FixedPoint(KEY.n(), 0)))
                .isInstanceOf(PaillierOverflowException.class)
                .hasMessageContaining("longer key");
    }

    @Test
    void theGreatestNumbersThatFitComeBack() {
        BigInteger greatest = KEY.n().divide(BigInteger.valueOf(3)).subtract(BigInteger.ONE);
        for (BigInteger value : new BigInteger[] {greatest, greatest.negate()}) {
            assertThat(SECRET.decryptExactly(KEY.encrypt(new FixedPoint(value, 0)))
                            .mantissa())
                    .isEqualTo(value);
        }
        assertThatThrownBy(() -> KEY.encrypt(new FixedPoint(greatest.add(BigInteger.ONE), 0)))
                .isInstanceOf(PaillierOverflowException.class);
    }

    @Test
    void equalNumbersLookDifferent() {
        assertThat(KEY.encrypt(1.0).ciphertext()).isNotEqualTo(KEY.encrypt(1.0).ciphertext());
    }

    @Test
    void everyOperationTakesTheObfuscationAway() {
        PaillierNumber number = KEY.encrypt(2.0);

        assertThat(number.obfuscate()).isSameAs(number);
        for (PaillierNumber result :
                new PaillierNumber[] {number.add(1.0), number.add(number), number.multiply(2L), number.negate()}) {
            assertThat(result.isObfuscated()).isFalse();
            PaillierNumber safe = result.obfuscate();
            assertThat(safe.isObfuscated()).isTrue();
            assertThat(safe.ciphertext()).isNotEqualTo(result.ciphertext());
            assertThat(SECRET.decrypt(safe)).isEqualTo(SECRET.decrypt(result));
        }
    }

    @Test
    void keysAreNotMixed() {
        PaillierKeyPair other = PaillierKeyPair.generateOfAnySize(512, new SecureRandom());

        assertThatThrownBy(() -> KEY.encrypt(1.0).add(other.publicKey().encrypt(1.0)))
                .hasMessageContaining("different keys");
        assertThatThrownBy(() -> SECRET.decrypt(other.publicKey().encrypt(1.0))).hasMessageContaining("another key");
    }

    @Test
    void nothingSecretIsShown() {
        assertThat(KEYS.toString()).doesNotContain(KEY.n().toString()).contains("512 bits");
        assertThat(KEY.encrypt(3.0).toString()).isEqualTo("number under Paillier public key of 512 bits");
    }

    @Test
    void aPublicKeyCrossesAsBytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        KEY.write(bytes);

        assertThat(PaillierPublicKey.read(new ByteArrayInputStream(bytes.toByteArray())))
                .isEqualTo(KEY);
        for (byte[] wrong : new byte[][] {
            {0, 0, 0, 1, 5},
            {127, 0, 0, 0},
            {0, 0, 0, 8, 1, 1, 1, 1},
            {0, 0, 0, 8, 1, 1, 1, 1, 1, 1, 1, 2},
            {0, 0, 0, 8, -1, 1, 1, 1, 1, 1, 1, 1},
            {0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 1}
        }) {
            assertThatThrownBy(() -> PaillierPublicKey.read(new ByteArrayInputStream(wrong)))
                    .as(Arrays.toString(wrong))
                    .isInstanceOf(IOException.class);
        }
    }
}

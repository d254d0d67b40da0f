package io.fateflow.worker.component.homo;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

class SecretSumTest {

    @Test
    void masksOfAnyNumberOfPartiesCancelOut() {
        for (int parties = 2; parties <= 6; parties++) {
            long seed = new SecureRandom().nextLong();
            Random random = new Random(seed);
            BigInteger[][] secrets = new BigInteger[parties][parties];
            for (int a = 0; a < parties; a++) {
                for (int b = a + 1; b < parties; b++) {
                    secrets[a][b] = new BigInteger(256, random);
                    secrets[b][a] = secrets[a][b];
                }
            }
            List<SecretSum> all = new ArrayList<>();
            for (int a = 0; a < parties; a++) {
                List<SecretSum.Mask> masks = new ArrayList<>();
                for (int b = 0; b < parties; b++) {
                    if (a != b) {
                        masks.add(new SecretSum.Mask(new MaskStream(secrets[a][b]), a < b));
                    }
                }
                all.add(new SecretSum(masks));
            }
            for (int round = 0; round < 3; round++) {
                double[] expected = new double[50];
                List<long[]> masked = new ArrayList<>();
                for (SecretSum party : all) {
                    double[] own = random.doubles(50, -1e6, 1e6).toArray();
                    Arrays.setAll(expected, i -> expected[i] + own[i]);
                    masked.add(party.masked(own));
                }
                double[] sum = SecretSum.sum(masked);
                for (int i = 0; i < sum.length; i++) {
                    assertThat(sum[i]).as("seed %d, %d parties", seed, parties).isCloseTo(expected[i], offset(1e-9));
                }
            }
        }
    }

    @Test
    void twoPartiesAgreeOnASecret() {
        DhKeys one = DhKeys.generate(new SecureRandom());
        DhKeys other = DhKeys.generate(new SecureRandom());

        assertThat(one.secretWith(other.publicHalf()))
                .isEqualTo(other.secretWith(one.publicHalf()))
                .isGreaterThan(BigInteger.ONE.shiftLeft(1900));
        assertThat(DhKeys.PRIME.bitLength()).isEqualTo(2048);
        assertThat(DhKeys.PRIME.isProbablePrime(50)).isTrue();
        assertThat(DhKeys.PRIME.subtract(BigInteger.ONE).shiftRight(1).isProbablePrime(50))
                .isTrue();
    }

    @Test
    void keysThatGiveTheSecretAwayAreRefused() {
        DhKeys keys = DhKeys.generate(new SecureRandom());

        for (BigInteger bad : List.of(
                BigInteger.ZERO,
                BigInteger.ONE,
                DhKeys.PRIME.subtract(BigInteger.ONE),
                DhKeys.PRIME,
                DhKeys.PRIME.add(BigInteger.TWO),
                BigInteger.TWO.negate())) {
            assertThatThrownBy(() -> keys.secretWith(bad)).hasMessageContaining("Diffie-Hellman");
        }
    }

    @Test
    void weightsOutOfHandAreRefused() {
        SecretSum alone = new SecretSum(List.of());

        for (double bad : new double[] {2e8, Double.NaN, Double.NEGATIVE_INFINITY}) {
            assertThatThrownBy(() -> alone.masked(new double[] {bad}))
                    .hasMessageContaining("model weights are overflow");
        }
    }
}

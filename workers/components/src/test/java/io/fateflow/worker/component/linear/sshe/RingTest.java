package io.fateflow.worker.component.linear.sshe;

import java.math.BigInteger;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

class RingTest {

    private static final double[] NUMBERS = {0, 1, -1, 3.25, -1e8, 1e12, 1e-9, -0.3};

    private final Random random = new Random(5);

    @Test
    void numbersComeBackAsTheyWere() {
        assertThat(Ring.decode(Ring.encode(NUMBERS, Ring.FRACTION), Ring.FRACTION))
                .containsExactly(NUMBERS, offset(1e-12));
    }

    @Test
    void whatIsNoNumberHasNoPlaceInTheRing() {
        assertThatThrownBy(() -> Ring.encode(Double.NaN, 1)).hasMessageContaining("diverged");
        assertThatThrownBy(() -> Ring.encode(Double.NEGATIVE_INFINITY, 1)).hasMessageContaining("diverged");
    }

    @Test
    void sharesAreScaledEachByItsParty() {
        for (double factor : new double[] {0.25, -1.9, 1.0 / 569, 10}) {
            BigInteger[] numbers = Ring.encode(NUMBERS, Ring.FRACTION);
            BigInteger[] one = Ring.random(numbers.length, random);
            BigInteger[] other = Ring.subtract(numbers, one);

            BigInteger[] sum = Ring.add(new Ring(true).scale(one, factor), new Ring(false).scale(other, factor));

            double[] scaled = Ring.decode(sum, Ring.FRACTION);
            for (int i = 0; i < scaled.length; i++) {
                assertThat(scaled[i]).isCloseTo(NUMBERS[i] * factor, offset(1e-11 + Math.abs(NUMBERS[i]) * 1e-15));
            }
        }
    }

    @Test
    void squaresAreThoseOfSignedNumbers() {
        BigInteger sum = Ring.sumOfSquares(Ring.encode(new double[] {3, -4}, Ring.FRACTION));

        assertThat(Ring.decode(sum, 2 * Ring.FRACTION)).isEqualTo(25);
    }
}

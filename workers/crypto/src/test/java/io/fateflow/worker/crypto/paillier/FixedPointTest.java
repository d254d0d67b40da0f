package io.fateflow.worker.crypto.paillier;

import java.math.BigInteger;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FixedPointTest {

    /** Made with Python's frexp, pow and round, as FATE makes them. */
    @ParameterizedTest
    @CsvSource({
        "1.0, 4503599627370496, 13",
        "-1.0, -4503599627370496, 13",
        "0.5, 2251799813685248, 13",
        "0.1, 7205759403792794, 14",
        "3.25, 914793674309632, 12",
        "15, 4222124650659840, 12",
        "16, 4503599627370496, 12",
        "-0.0078125, -562949953421312, 14",
        "0, 0, 13",
        "1e-201, 0, 13",
        "1e-199, 2154551665274214, 178",
        "1e100, 5147557589468029, -70",
        "123456.789, 8483885939586761, 9"
    })
    void encodesAsFateDoes(double value, long mantissa, int exponent) {
        assertThat(FixedPoint.of(value)).isEqualTo(new FixedPoint(BigInteger.valueOf(mantissa), exponent));
    }

    @Test
    void nearlyAllBitsSurvive() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            double value = Math.scalb(random.nextGaussian(), random.nextInt(1200) - 600);
            double decoded = FixedPoint.of(value).toDouble();
            assertThat(Math.abs(decoded - value)).isLessThanOrEqualTo(Math.abs(value) * 0x1p-49);
        }
    }

    @Test
    void integersHaveExponentZero() {
        assertThat(FixedPoint.of(-42L)).isEqualTo(new FixedPoint(BigInteger.valueOf(-42), 0));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, -1, 0.123456789, -17.5, 1e9})
    void fixedPlacesRoundToThatManyBits(double value) {
        FixedPoint encoded = FixedPoint.of(value, 23);

        assertThat(encoded.exponent()).isEqualTo(6);
        assertThat(encoded.toDouble()).isEqualTo(Math.rint(value * (1 << 23)) / (1 << 23));
    }

    @Test
    void decodesNumbersThatNoDoubleMantissaHolds() {
        BigInteger huge = BigInteger.ONE.shiftLeft(3000).add(BigInteger.ONE);

        assertThat(new FixedPoint(huge, 750).toDouble()).isEqualTo(1.0);
        assertThat(new FixedPoint(huge.negate(), 750).toDouble()).isEqualTo(-1.0);
        assertThat(new FixedPoint(huge, 0).toDouble()).isInfinite();
    }

    @Test
    void decodingRoundsToTheNearest() {
        BigInteger tie = BigInteger.ONE.shiftLeft(200).add(BigInteger.ONE.shiftLeft(200 - 53));

        assertThat(new FixedPoint(tie, 50).toDouble()).isEqualTo(1.0);
        assertThat(new FixedPoint(tie.add(BigInteger.ONE), 50).toDouble()).isEqualTo(Math.nextUp(1.0));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void refusesWhatIsNoNumber(double value) {
        assertThatThrownBy(() -> FixedPoint.of(value)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FixedPoint.of(value, 23)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesWhatFixedPlacesCannotHold() {
        assertThatThrownBy(() -> FixedPoint.of(1e15, 23)).hasMessageContaining("scale the features");
    }
}

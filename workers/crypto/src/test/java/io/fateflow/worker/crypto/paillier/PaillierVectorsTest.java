package io.fateflow.worker.crypto.paillier;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class PaillierVectorsTest {

    private static final PaillierKeyPair KEYS = PaillierKeyPair.generateOfAnySize(512, new SecureRandom());
    private static final PaillierPublicKey KEY = KEYS.publicKey();

    private final Random random = new Random(5);

    @Test
    void weightedSumsAreThoseOfTheNumbers() {
        for (int rows : new int[] {1, 2, 3, 30, 200}) {
            int columns = 1 + random.nextInt(4);
            double[] d = numbers(rows, 30);
            double[] x = IntStream.range(0, rows * columns)
                    .mapToDouble(i -> random.nextInt(4) == 0 ? 0 : random.nextGaussian() * 10)
                    .toArray();

            PaillierNumber[] sums = PaillierVectors.weightedSums(encrypt(d), x, columns);

            double[] expected = new double[columns];
            for (int i = 0; i < x.length; i++) {
                expected[i % columns] += d[i / columns] * (Math.rint(x[i] * 0x1p23) / 0x1p23);
            }
            double[] decrypted = KEYS.privateKey().decrypt(sums);
            for (int column = 0; column < columns; column++) {
                assertThat(decrypted[column])
                        .as("%s rows, column %s", rows, column)
                        .isCloseTo(expected[column], within(1e-10));
            }
        }
    }

    /** Exact, where the numbers of the test above are only near. */
    @Test
    void weightedSumsAreExactlyThoseOfOneByOne() {
        for (double scale : new double[] {1e-6, 1, 1e9}) {
            PaillierNumber[] d = encrypt(numbers(40, 300));
            double[] x = random.doubles(40, -scale, scale).toArray();

            PaillierNumber oneByOne = IntStream.range(0, d.length)
                    .mapToObj(i -> d[i].multiply(FixedPoint.of(x[i], PaillierVectors.FRACTION_BITS)))
                    .reduce(PaillierNumber::add)
                    .orElseThrow();

            assertThat(exactly(PaillierVectors.weightedSum(d, x))).isEqualTo(exactly(oneByOne));
        }
    }

    /** Such as residuals of a training that diverges, of which FATE goes on. */
    @Test
    void oneColumnMayHaveNumbersOfAnySize() {
        double[] d = numbers(30, 30);
        for (double scale : new double[] {0x1p35, 0x1p36, 0x1p37, 1e12, 1e28}) {
            double[] x = random.doubles(30, -scale, scale).toArray();
            x[0] = scale;

            double sum = KEYS.privateKey().decrypt(PaillierVectors.weightedSum(encrypt(d), x));

            double expected =
                    IntStream.range(0, 30).mapToDouble(i -> d[i] * x[i]).sum();
            assertThat(sum / scale).as("%s", scale).isCloseTo(expected / scale, within(1e-12));
        }
    }

    @Test
    void aSumOfNothingButZerosIsZero() {
        assertThat(KEYS.privateKey().decrypt(PaillierVectors.weightedSum(encrypt(1, 2, 3), new double[3])))
                .isZero();
    }

    @Test
    void groupsAreSummedApart() {
        double[] d = numbers(100, 10);
        int[] group = random.ints(100, -1, 7).toArray();
        Arrays.setAll(group, i -> group[i] == 3 ? 4 : group[i]);

        PaillierNumber[] sums = PaillierVectors.sum(encrypt(d), group, 7);

        assertThat(sums).hasSize(7);
        for (int g = 0; g < 7; g++) {
            int wanted = g;
            double expected = IntStream.range(0, 100)
                    .filter(i -> group[i] == wanted)
                    .mapToDouble(i -> d[i])
                    .sum();
            assertThat(KEYS.privateKey().decrypt(sums[g])).isCloseTo(expected, within(1e-9));
        }
        assertThat(KEYS.privateKey().decrypt(sums[3])).isZero();
    }

    @Test
    void refusesWhatDoesNotFit() {
        PaillierNumber[] d = encrypt(1, 2);

        assertThatThrownBy(() -> PaillierVectors.weightedSums(d, new double[3], 2))
                .hasMessageContaining("3 values");
        assertThatThrownBy(() -> PaillierVectors.weightedSum(new PaillierNumber[0], new double[0]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PaillierVectors.weightedSums(d, new double[] {1, 1e12}, 1))
                .hasMessageContaining("scale the features");
        assertThatThrownBy(() -> PaillierVectors.weightedSum(d, new double[] {1, Double.NaN}))
                .hasMessageContaining("not a number");
        assertThatThrownBy(() -> PaillierVectors.sum(d, new int[] {1}, 2)).hasMessageContaining("1 groups");
        assertThatThrownBy(() -> PaillierVectors.sum(d, new int[] {0, 2}, 2))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void digitsMakeUpTheNumber() {
        for (int width = 2; width <= 12; width++) {
            for (int bits = 1; SignedDigits.fits(bits, width); bits++) {
                long greatest = (1L << bits) - 1;
                long[] mantissas = {greatest, -greatest, 1, 0, random.nextLong() & greatest};
                int[] shifts = {0, width - 1, 4, 3, 37};
                SignedDigits digits = new SignedDigits(mantissas, shifts, bits, width);
                for (int row = 0; row < mantissas.length; row++) {
                    assertThat(sum(digits, row, width))
                            .as("width %s, %s bits, row %s", width, bits, row)
                            .isEqualTo(BigInteger.valueOf(mantissas[row]).shiftLeft(shifts[row]));
                }
            }
        }
    }

    private static BigInteger sum(SignedDigits digits, int row, int width) {
        BigInteger sum = BigInteger.ZERO;
        for (int place = digits.places() - 1; place >= 0; place--) {
            int digit = digits.digit(row, place);
            assertThat(Math.abs(digit)).isLessThanOrEqualTo(1 << (width - 1));
            sum = sum.shiftLeft(width).add(BigInteger.valueOf(digit));
        }
        return sum;
    }

    /** Of very different sizes. */
    private double[] numbers(int count, int scale) {
        return IntStream.range(0, count)
                .mapToDouble(i -> Math.scalb(random.nextGaussian(), -random.nextInt(scale)))
                .toArray();
    }

    private static PaillierNumber[] encrypt(double... values) {
        return KEY.encrypt(values);
    }

    private static BigDecimal exactly(PaillierNumber number) {
        FixedPoint value = KEYS.privateKey().decryptExactly(number);
        return new BigDecimal(value.mantissa())
                .divide(BigDecimal.valueOf(16).pow(value.exponent()))
                .stripTrailingZeros();
    }
}

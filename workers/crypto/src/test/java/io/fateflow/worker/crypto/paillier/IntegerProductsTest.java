package io.fateflow.worker.crypto.paillier;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class IntegerProductsTest {

    private static final PaillierKeyPair KEYS = PaillierKeyPair.generateOfAnySize(1024, new SecureRandom());
    private static final int WIDTH = 4;
    private static final int ROWS = 7;

    private final Random random = new Random(3);
    private final long[] factors =
            random.longs(ROWS * WIDTH, -(1L << 58), 1L << 58).toArray();

    @Test
    void sumsAreExactByRowAndByColumn() {
        factors[2] = 0;
        BigInteger[] perColumn = numbers(WIDTH);
        BigInteger[] perRow = numbers(ROWS);

        BigInteger[] rows = decrypt(IntegerProducts.rowSums(encrypt(perColumn), factors));
        BigInteger[] columns = decrypt(IntegerProducts.columnSums(encrypt(perRow), factors, WIDTH));

        for (int row = 0; row < ROWS; row++) {
            int start = row * WIDTH;
            assertThat(rows[row]).isEqualTo(sum(WIDTH, i -> perColumn[i].multiply(factor(start + i))));
        }
        for (int column = 0; column < WIDTH; column++) {
            int start = column;
            assertThat(columns[column]).isEqualTo(sum(ROWS, i -> perRow[i].multiply(factor(i * WIDTH + start))));
        }
    }

    @Test
    void factorsMayBeAsGreatAsNumbersOfTheRing() {
        BigInteger[] numbers = numbers(ROWS);
        BigInteger[] great = numbers(ROWS);
        great[1] = BigInteger.ZERO;
        great[2] = great[2].negate();

        PaillierNumber sum = IntegerProducts.sum(encrypt(numbers), great);
        BigInteger[] products = decrypt(IntegerProducts.products(encrypt(numbers), great));

        assertThat(KEYS.privateKey().decryptExactly(sum).mantissa())
                .isEqualTo(sum(ROWS, i -> numbers[i].multiply(great[i])));
        assertThat(products[2]).isEqualTo(numbers[2].multiply(great[2]));
    }

    @Test
    void whatDoesNotFitIsRefused() {
        PaillierNumber[] one = encrypt(new BigInteger[] {BigInteger.ONE});

        assertThatThrownBy(() -> IntegerProducts.rowSums(one, new long[] {1L << 61}))
                .hasMessageContaining("scale the features");
        assertThatThrownBy(() -> IntegerProducts.columnSums(one, new long[] {1, 2, 3}, 2))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keysAndNumbersAreTheSameAfterTheyWereText() {
        PaillierNumber number = KEYS.publicKey().encrypt(-1.5);
        String[] primes = PaillierText.primes(KEYS);

        PaillierKeyPair keys = PaillierText.keys(primes[0], primes[1]);
        PaillierNumber read = PaillierText.number(
                PaillierText.publicKey(KEYS.publicKey().n().toString()),
                PaillierText.ciphertext(number),
                number.exponent());

        assertThat(keys.privateKey().decrypt(read)).isEqualTo(-1.5);
        assertThatThrownBy(() -> PaillierText.keys("12", "x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PaillierText.publicKey("-7")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PaillierText.number(KEYS.publicKey(), "0", 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private BigInteger factor(int index) {
        return BigInteger.valueOf(factors[index]);
    }

    private BigInteger[] numbers(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new BigInteger(256, random))
                .toArray(BigInteger[]::new);
    }

    private static PaillierNumber[] encrypt(BigInteger[] numbers) {
        return Arrays.stream(numbers)
                .map(number -> KEYS.publicKey().encrypt(new FixedPoint(number, 0)))
                .toArray(PaillierNumber[]::new);
    }

    private static BigInteger[] decrypt(PaillierNumber[] numbers) {
        return Arrays.stream(numbers)
                .map(number -> KEYS.privateKey().decryptExactly(number).mantissa())
                .toArray(BigInteger[]::new);
    }

    private static BigInteger sum(int count, java.util.function.IntFunction<BigInteger> term) {
        return IntStream.range(0, count).mapToObj(term).reduce(BigInteger.ZERO, BigInteger::add);
    }
}

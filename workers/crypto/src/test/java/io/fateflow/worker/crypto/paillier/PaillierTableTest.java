package io.fateflow.worker.crypto.paillier;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PaillierTableTest {

    private static final PaillierKeyPair KEYS = PaillierKeyPair.generateOfAnySize(512, new SecureRandom());
    private static final PaillierPublicKey KEY = KEYS.publicKey();

    private final Random random = new Random(5);

    @Test
    void sumsAreThoseOfTheNumbers() {
        try (PaillierTable rows = table(3, 5, 7);
                PaillierTable sums = new PaillierTable(KEY, 2)) {
            sums.add(1, rows, 0);
            sums.add(1, rows, 2);

            assertThat(value(sums, 0)).as("nothing was added").isZero();
            assertThat(value(sums, 1)).isEqualTo(10);
            assertThat(value(rows, 0)).as("a source stays as it was").isEqualTo(3);
        }
    }

    @Test
    void manyAreTakenAwayAtOnce() {
        int count = 20;
        long[] minuends = random.longs(count, 0, 1000).toArray();
        long[] subtrahends = random.longs(count, 0, 1000).toArray();
        try (PaillierTable from = table(minuends);
                PaillierTable what = table(subtrahends)) {
            what.clear(3);
            what.clear(0);
            from.clear(7);

            from.subtract(2, what, 0, count - 2);

            for (int i = 0; i < count; i++) {
                long minuend = i == 7 ? 0 : minuends[i];
                boolean nothingTaken = i < 2 || i == 2 || i == 5;
                assertThat(value(from, i)).isEqualTo(nothingTaken ? minuend : minuend - subtrahends[i - 2]);
            }
        }
    }

    @Test
    void shiftsMakeRoomForMore() {
        try (PaillierTable numbers = table(5, 9)) {
            numbers.shiftLeft(0, 10);
            numbers.add(0, numbers, 1);

            assertThat(value(numbers, 0)).isEqualTo(5 * 1024 + 9);
        }
    }

    @Test
    void whatLeavesTheTableHasToBeObfuscated() {
        try (PaillierTable numbers = table(5)) {
            assertThat(numbers.get(0).isObfuscated()).isFalse();
        }
    }

    @Test
    void takesWholeNumbersUnderItsKeyOnly() {
        PaillierPublicKey other =
                PaillierKeyPair.generateOfAnySize(512, new SecureRandom()).publicKey();
        try (PaillierTable numbers = table(5)) {
            assertThatThrownBy(() -> numbers.set(0, KEY.encrypt(0.5))).hasMessageContaining("no");
            assertThatThrownBy(() -> numbers.set(0, other.encrypt(5))).hasMessageContaining("key");
        }
    }

    private static PaillierTable table(long... values) {
        PaillierTable table = new PaillierTable(KEY, values.length);
        for (int i = 0; i < values.length; i++) {
            table.set(i, KEY.encrypt(values[i]));
        }
        return table;
    }

    private static long value(PaillierTable table, int place) {
        BigInteger value = KEYS.privateKey().decryptExactly(table.get(place)).mantissa();
        return value.longValueExact();
    }
}

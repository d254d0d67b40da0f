package io.fateflow.worker.crypto.paillier;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PaillierCodecTest {

    private static final PaillierKeyPair KEYS = PaillierKeyPair.generateOfAnySize(512, new SecureRandom());
    private static final PaillierPublicKey KEY = KEYS.publicKey();
    private static final int HEADER = 4 * Integer.BYTES;

    @Test
    void numbersCrossAsBytes() throws IOException {
        PaillierNumber[] numbers = {KEY.encrypt(1.5), KEY.encrypt(-2.0).add(0.25), KEY.encrypt(7L)};
        byte[] bytes = write(numbers);

        ByteArrayInputStream in = new ByteArrayInputStream(Arrays.copyOf(bytes, bytes.length + 3));
        PaillierNumber[] read = PaillierCodec.read(in, KEY);

        assertThat(KEYS.privateKey().decrypt(read)).containsExactly(1.5, -1.75, 7);
        assertThat(in.available()).isEqualTo(3);
        assertThat(bytes).hasSize(HEADER + 3 * (Integer.BYTES + 128));
    }

    @Test
    void noneCrossToo() throws IOException {
        assertThat(PaillierCodec.read(new ByteArrayInputStream(write()), KEY)).isEmpty();
    }

    @Test
    void whatLeavesIsObfuscatedAndTheSameEachTime() throws IOException {
        PaillierNumber sum = KEY.encrypt(1.0).add(1.0);
        PaillierNumber[] numbers = {sum};

        byte[] first = write(numbers);

        assertThat(numbers[0].isObfuscated()).isTrue();
        assertThat(write(numbers)).isEqualTo(first);
        assertThat(PaillierCodec.read(new ByteArrayInputStream(first), KEY)[0].ciphertext())
                .isNotEqualTo(sum.ciphertext());
    }

    @Test
    void saysWhatIsWrongWithMalformedBytes() throws IOException {
        byte[] good = write(KEY.encrypt(1.0));

        assertRefused(patch(good, 0, 1), "do not start as such");
        assertRefused(patch(good, 4, -1), "count is -1");
        assertRefused(patch(good, 4, Integer.MAX_VALUE), "count is");
        assertRefused(patch(good, 8, 1), "another key");
        assertRefused(patch(good, 12, 1 << 30), "length");
        assertRefused(patch(good, 16, Integer.MIN_VALUE), "exponent");
        assertRefused(patch(good, 20, -1), "out of range");
        assertRefused(Arrays.copyOf(Arrays.copyOf(good, HEADER + 4), good.length), "out of range");
        // a count that promises more than there is takes no memory for it
        assertRefused(patch(good, 4, 1 << 28), "cut off");
        for (int length : new int[] {0, 3, HEADER, good.length - 1}) {
            assertRefused(Arrays.copyOf(good, length), "cut off");
        }
    }

    @Test
    void refusesNumbersUnderAnotherKey() throws IOException {
        byte[] bytes = write(KEY.encrypt(1.0));
        PaillierPublicKey other =
                PaillierKeyPair.generateOfAnySize(512, new SecureRandom()).publicKey();

        assertThatThrownBy(() -> PaillierCodec.read(new ByteArrayInputStream(bytes), other))
                .hasMessageContaining("another key");
        assertThatThrownBy(() -> write(KEY.encrypt(1.0), other.encrypt(1.0))).hasMessageContaining("different keys");
    }

    private static byte[] write(PaillierNumber... numbers) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PaillierCodec.write(numbers, bytes);
        return bytes.toByteArray();
    }

    private static byte[] patch(byte[] bytes, int offset, int value) {
        return ByteBuffer.wrap(bytes.clone()).putInt(offset, value).array();
    }

    private static void assertRefused(byte[] bytes, String why) {
        assertThatThrownBy(() -> PaillierCodec.read(new ByteArrayInputStream(bytes), KEY))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("malformed encrypted numbers: ")
                .hasMessageContaining(why);
    }
}

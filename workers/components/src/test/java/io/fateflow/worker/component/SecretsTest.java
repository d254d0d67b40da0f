package io.fateflow.worker.component;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange.Message;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What would cross is found: else the tests that look for it could not fail. */
class SecretsTest {

    private static final double NUMBER = -1.0625314159;
    private static final double[] LABELS = {0, 1, 1, 0, 1, 0, 0, 0, 1, 1, 0, 1};

    @Test
    void aNumberIsFoundInAnyForm() {
        Secrets secrets = new Secrets().number("weight", NUMBER);

        for (byte[] form : List.of(
                Double.toString(NUMBER).getBytes(StandardCharsets.ISO_8859_1),
                ByteBuffer.allocate(8).putDouble(NUMBER).array(),
                ByteBuffer.allocate(8)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putDouble(NUMBER)
                        .array(),
                ByteBuffer.allocate(8)
                        .putLong(Math.round(Math.scalb(NUMBER, 34)))
                        .array())) {
            assertThatThrownBy(() -> secrets.assertStayedHome(List.of(message(form))))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContainingAll("weight", "from host 10000 to guest 9999");
        }
        assertThatCode(() -> secrets.assertStayedHome(List.of(
                        message(ByteBuffer.allocate(8).putDouble(NUMBER + 1e-9).array()))))
                .doesNotThrowAnyException();
    }

    @Test
    void labelsInTheOrderOfRowsAreFound() {
        Secrets secrets = new Secrets().sequence("labels", LABELS);

        ByteBuffer doubles = ByteBuffer.allocate(8 * LABELS.length);
        byte[] bytes = new byte[LABELS.length];
        for (int i = 0; i < LABELS.length; i++) {
            doubles.putDouble(LABELS[i]);
            bytes[i] = (byte) LABELS[i];
        }
        for (byte[] form :
                List.of(doubles.array(), bytes, "0,1,1,0,1,0,0,0,1,1,0,1".getBytes(StandardCharsets.ISO_8859_1))) {
            assertThatThrownBy(() -> secrets.assertStayedHome(List.of(message(form))))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("labels as");
        }
    }

    private static Message message(byte[] secret) {
        byte[] around = ByteBuffer.allocate(secret.length + 5)
                .put(new byte[] {1, 2, 3})
                .put(secret)
                .array();
        return new Message("var", "tag", Federation.party("host:10000"), Federation.party("guest:9999"), around);
    }
}

package io.fateflow.worker.component.intersection;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.worker.crypto.psi.RecordSet;
import io.fateflow.worker.exchange.Decoder;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.ExchangeException;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.exchange.Payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RecordChannelTest {

    private static final Party PEER = new Party("host", "10000");
    private static final int WIDTH = 4;

    private final Loop exchange = new Loop();
    private final RecordChannel channel = new RecordChannel(exchange, "module.Class.some_ids");

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16_384, 16_385, 50_000})
    void aListArrivesInItsOrderWhateverItsLength(int length) throws Exception {
        channel.send(PEER, WIDTH, length, RecordChannelTest::record);

        List<byte[]> received = new ArrayList<>();
        channel.receive(PEER, WIDTH, chunk -> {
            assertThat(chunk.first()).isEqualTo(received.size());
            assertThat(chunk.total()).isEqualTo(length);
            received.addAll(List.of(chunk.records()));
        });

        assertThat(received).hasSize(length);
        for (int i = 0; i < length; i += 997) {
            assertThat(received.get(i)).isEqualTo(record(i));
        }
        assertThat(exchange.sent).hasSize(Math.max(1, (length + 16_383) / 16_384));
        assertThat(exchange.sent.values()).allMatch(bytes -> bytes.length <= 12 + 16_384 * WIDTH);
    }

    @ParameterizedTest
    @CsvSource({
        "2, 5, 2, records of 5 bytes",
        "2, 4, 3, 3 records of 2",
        "2, 4, 0, 0 records of 2",
        "2, 4, -1, -1 records of 2",
        "-2, 4, 1, 1 records of -2",
        "1000000000, 4, 1, 1 records of 1000000000",
        "100000, 4, 20000, 20000 records of 100000"
    })
    void whatIsNoListIsRefusedWithThePartysName(int total, int width, int count, String why) {
        exchange.sent.put(
                "fit.0",
                ByteBuffer.allocate(100)
                        .putInt(total)
                        .putInt(width)
                        .putInt(count)
                        .array());

        assertThatThrownBy(() -> channel.receive(PEER, WIDTH, chunk -> {}))
                .isInstanceOf(ExchangeException.class)
                .hasMessageContaining("malformed data from host 10000: some_ids")
                .hasMessageContaining(why);
    }

    @Test
    void whatIsCutOffIsNoList() throws Exception {
        channel.send(PEER, WIDTH, 10, RecordChannelTest::record);
        exchange.sent.computeIfPresent("fit.0", (tag, bytes) -> Arrays.copyOf(bytes, bytes.length - 1));

        assertThatThrownBy(() -> channel.receive(PEER, WIDTH, chunk -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is cut off");
    }

    @Test
    void aRepeatedRecordIsRefused() throws Exception {
        channel.send(PEER, WIDTH, 2, place -> record(7));
        RecordSet set = new RecordSet(WIDTH);

        assertThatThrownBy(() -> channel.receive(PEER, WIDTH, chunk -> Numbers.addAll(set, chunk, PEER, channel)))
                .isInstanceOf(ExchangeException.class)
                .hasMessageContaining("host 10000")
                .hasMessageContaining("twice");
    }

    private static byte[] record(int number) {
        return ByteBuffer.allocate(WIDTH).putInt(number).array();
    }

    /** What is sent comes back. */
    private static final class Loop implements Exchange {

        private final Map<String, byte[]> sent = new HashMap<>();

        @Override
        public void send(String variable, String tag, Party to, Payload payload) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            payload.writeTo(bytes);
            sent.put(tag, bytes.toByteArray());
        }

        @Override
        public <T> T receive(String variable, String tag, Party from, Decoder<T> decoder) throws IOException {
            return decoder.read(new ByteArrayInputStream(sent.get(tag)));
        }
    }
}

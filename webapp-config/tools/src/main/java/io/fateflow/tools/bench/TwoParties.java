package io.fateflow.tools.bench;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.fateflow.worker.exchange.Decoder;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.ExchangeException;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.exchange.Payload;

/** What two parties of one process send to each other, without any network: what is measured is their own work. */
final class TwoParties {

    private static final long MOST_MINUTES = 60;

    private final Map<String, BlockingQueue<byte[]>> underway = new ConcurrentHashMap<>();

    /** The exchange as one party sees it. */
    Exchange of(Party self) {
        return new Exchange() {
            @Override
            public void send(String variable, String tag, Party to, Payload payload) throws IOException {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                payload.writeTo(bytes);
                queue(variable, tag, self, to).add(bytes.toByteArray());
            }

            @Override
            public <T> T receive(String variable, String tag, Party from, Decoder<T> decoder)
                    throws IOException, InterruptedException {
                byte[] bytes = queue(variable, tag, from, self).poll(MOST_MINUTES, TimeUnit.MINUTES);
                if (bytes == null) {
                    throw new ExchangeException(from + " did not send " + variable + " (tag " + tag + ")");
                }
                return decoder.read(new ByteArrayInputStream(bytes));
            }
        };
    }

    private BlockingQueue<byte[]> queue(String variable, String tag, Party from, Party to) {
        return underway.computeIfAbsent(
                String.join("|", variable, tag, from.toString(), to.toString()), none -> new LinkedBlockingQueue<>());
    }
}

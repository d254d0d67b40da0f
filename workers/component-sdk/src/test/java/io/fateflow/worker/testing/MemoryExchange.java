package io.fateflow.worker.testing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.exchange.Decoder;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.ExchangeException;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.exchange.Payload;

/** What crosses between the parties of one component, in memory and on record. */
public final class MemoryExchange {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, byte[]> arrived = new HashMap<>();
    private final Set<String> sent = new HashSet<>();
    private final Set<String> received = new HashSet<>();
    private final List<Message> record = new ArrayList<>();
    private UnaryOperator<Message> change = UnaryOperator.identity();
    private @Nullable String failed;

    /** One thing that crossed; nobody compares them. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Message(String variable, String tag, Party from, Party to, byte[] bytes) {}

    /** Has what is sent from now on changed on its way. */
    void changeBy(UnaryOperator<Message> another) {
        change = another;
    }

    /** Everything that crossed so far, in the order of its arrival. */
    public List<Message> record() {
        lock.lock();
        try {
            return List.copyOf(record);
        } finally {
            lock.unlock();
        }
    }

    /** Ends everybody's waiting with an error, as a site does when a party of the task has failed. */
    void fail(String why) {
        lock.lock();
        try {
            failed = why;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The exchange as one party sees it. */
    Exchange of(Party self) {
        return new Exchange() {
            @Override
            public void send(String variable, String tag, Party to, Payload payload) throws IOException {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                payload.writeTo(bytes);
                put(change.apply(new Message(variable, tag, self, to, bytes.toByteArray())));
            }

            @Override
            public <T> T receive(String variable, String tag, Party from, Decoder<T> decoder)
                    throws IOException, InterruptedException {
                return decoder.read(new ByteArrayInputStream(take(key(variable, tag, from, self))));
            }
        };
    }

    private void put(Message message) throws ExchangeException {
        lock.lock();
        try {
            String key = key(message.variable(), message.tag(), message.from(), message.to());
            if (!sent.add(key)) {
                throw new ExchangeException("could not send " + key + ": duplicate tag");
            }
            arrived.put(key, message.bytes());
            record.add(message);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private byte[] take(String key) throws ExchangeException, InterruptedException {
        lock.lock();
        try {
            if (!received.add(key)) {
                throw new ExchangeException("could not receive " + key + ": duplicate tag");
            }
            while (!arrived.containsKey(key)) {
                if (failed != null) {
                    throw new ExchangeException("could not receive " + key + ": " + failed);
                }
                changed.await();
            }
            return arrived.remove(key);
        } finally {
            lock.unlock();
        }
    }

    private static String key(String variable, String tag, Party from, Party to) {
        return variable + " (tag " + tag + ") from " + from + " to " + to;
    }
}

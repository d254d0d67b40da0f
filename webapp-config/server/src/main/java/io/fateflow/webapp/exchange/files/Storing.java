package io.fateflow.webapp.exchange.files;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.fateflow.transfer.IncomingFiles.Incoming;

/** What is being stored, each once, however often it is asked for meanwhile. */
final class Storing {

    private final Duration patience;
    private final Map<Incoming, CountDownLatch> running = new ConcurrentHashMap<>();

    /** @param patience how long somebody waits who asks for what another one is storing */
    Storing(Duration patience) {
        this.patience = patience;
    }

    /** Stores something. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException;
    }

    /** Waits until nobody stores it; returns false if that takes longer. */
    boolean isEnded(Incoming what) throws IOException {
        CountDownLatch other = running.get(what);
        try {
            return other == null || other.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + what.name() + " is stored", e);
        }
    }

    /** Stores it, unless somebody does so just now: then it is empty. */
    <T> Optional<T> once(Incoming what, Work<T> work) throws IOException {
        CountDownLatch end = new CountDownLatch(1);
        if (running.putIfAbsent(what, end) != null) {
            return Optional.empty();
        }
        try {
            return Optional.of(work.run());
        } finally {
            running.remove(what);
            end.countDown();
        }
    }
}

package io.fateflow.webapp.storage.log;

import java.io.IOException;
import java.time.Duration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.retry.RepeatedWork;

/** Has logs moved from time to time, in a thread of its own: a store that is away keeps nothing else waiting. */
final class LogMoves implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LogMoves.class);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(500);

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final LogsToStore logs;
    private final RepeatedWork thread = new RepeatedWork("logs-to-store");

    LogMoves(LogsToStore logs) {
        this.logs = logs;
    }

    /** @param rest how long logs rest before they are moved: there is no need to look much more often */
    void begin(Duration rest) {
        Duration half = rest.dividedBy(2);
        Duration pause = half.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : half;
        thread.repeat(this::move, pause.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : pause);
    }

    /** The next one is made whatever comes of this one. */
    private void move() {
        try {
            logs.move();
        } catch (IOException | RuntimeException e) {
            LOG.warn("logs stay on this disk, and are looked at again: {}", e.toString());
        }
    }

    @Override
    public void close() throws InterruptedException {
        thread.close();
        if (!thread.awaitEnd(PATIENCE)) {
            LOG.info("a log is still on its way: the next start goes on with it");
        }
    }
}

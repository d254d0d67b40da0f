package io.fateflow.worker.retry;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Waits that double from {@code first} to {@code longest}. */
public record Backoff(Duration first, Duration longest) {

    private static final int MAX_DOUBLINGS = 30;

    public Backoff {
        if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("a back-off needs 0 < first <= longest");
        }
    }

    /** From 100 ms to 10 s. */
    public static Backoff standard() {
        return new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10));
    }

    /**
     * How long to wait, for one who does so alone.
     *
     * @param failures how many attempts have failed so far, at least 1
     */
    public Duration full(int failures) {
        Duration wait = first.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
        return wait.compareTo(longest) < 0 ? wait : longest;
    }

    /** As {@link #full}, shortened by up to a half at random, so that many who failed together do not come back together. */
    public Duration delay(int failures) {
        long full = full(failures).toMillis();
        return Duration.ofMillis(full - ThreadLocalRandom.current().nextLong(full / 2 + 1));
    }
}

package io.fateflow.engine.initiator;

import java.time.Duration;

import io.fateflow.worker.retry.Backoff;

/**
 * How long a party is left alone that did not answer in time: what it was asked it may still be doing. As long as the call
 * took, twice as long after the next, and so on.
 */
final class SlowPause {

    static final Duration LONGEST = Duration.ofMinutes(10);

    private SlowPause() {}

    /**
     * The pause.
     *
     * @param timeouts in a row, at least 1
     * @param took until the caller gave up
     */
    static Duration after(int timeouts, Duration took) {
        if (took.isZero() || took.compareTo(LONGEST) >= 0) {
            return took.isZero() ? took : LONGEST;
        }
        return new Backoff(took, LONGEST).full(timeouts);
    }
}

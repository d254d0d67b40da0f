package io.fateflow.worker.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * For how long an executor has given no sign of life, as one sees it who looks again and again. What counts is how long its
 * last sign has not changed, not how old that is: clocks are set, and the disk's may be another machine's. While nobody
 * looked, as when the whole machine stood still, nobody was silent: the executor stood still, too.
 */
final class SignsOfLife {

    /** Looks come each second: more than some of them are missing. */
    private static final Duration BREAK = Duration.ofSeconds(10);

    private final long longestSilence;
    private final long longestBreak;
    private final LongSupplier nanos;
    private Optional<Instant> last = Optional.empty();
    private long since;
    private long looked;

    SignsOfLife(Duration longestSilence, LongSupplier nanos) {
        this.longestSilence = longestSilence.toNanos();
        this.longestBreak = Math.max(longestSilence.toNanos() / 2, BREAK.toNanos());
        this.nanos = nanos;
    }

    /**
     * The last sign was seen now; empty if there was none yet.
     *
     * @return the silence, if it is too long
     */
    synchronized Optional<Duration> seen(Optional<Instant> sign) {
        long now = nanos.getAsLong();
        if (!sign.equals(last) || now - looked > longestBreak) {
            last = sign;
            since = now;
        }
        looked = now;
        long silence = now - since;
        return sign.isPresent() && silence > longestSilence ? Optional.of(Duration.ofNanos(silence)) : Optional.empty();
    }
}

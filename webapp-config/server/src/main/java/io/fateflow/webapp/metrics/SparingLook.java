package io.fateflow.webapp.metrics;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/** What was seen the last time, for as long as it is worth it: what takes long to see is looked at seldom. */
final class SparingLook<T> {

    /** Of the time, no more than the fiftieth part is spent on looking. */
    private static final int REST = 50;

    private final Supplier<T> look;
    private final Duration atLeast;
    private final Duration atMost;
    private final Clock clock;

    private T seen;
    private Instant since = Instant.EPOCH;
    private Duration rest = Duration.ZERO;

    /**
     * Nothing has been seen yet.
     *
     * @param atLeast so long what was seen is good, however little it takes
     * @param atMost and no longer, however much it took: a database that stood still, or a clock that was set meanwhile,
     *     hides nothing for hours
     */
    SparingLook(T nothing, Supplier<T> look, Duration atLeast, Duration atMost, Clock clock) {
        this.seen = nothing;
        this.look = look;
        this.atLeast = atLeast;
        this.atMost = atMost;
        this.clock = clock;
    }

    synchronized T now() {
        Instant now = clock.instant();
        // also if somebody has set the clock back
        if (!now.isBefore(since.plus(rest)) || now.isBefore(since)) {
            seen = look.get();
            since = clock.instant();
            long idle = Duration.between(now, since).multipliedBy(REST).toMillis();
            rest = Duration.ofMillis(Math.max(atLeast.toMillis(), Math.min(atMost.toMillis(), idle)));
        }
        return seen;
    }
}

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
    private final Clock clock;

    private T seen;
    private Instant since = Instant.EPOCH;
    private Duration rest = Duration.ZERO;

    /** @param atLeast so long what was seen is good, however little it takes */
    SparingLook(T nothing, Supplier<T> look, Duration atLeast, Clock clock) {
        this.seen = nothing;
        this.look = look;
        this.atLeast = atLeast;
        this.clock = clock;
    }

    synchronized T now() {
        Instant now = clock.instant();
        // also if somebody has set the clock back
        if (!now.isBefore(since.plus(rest)) || now.isBefore(since)) {
            seen = look.get();
            since = clock.instant();
            Duration idle = Duration.between(now, since).multipliedBy(REST);
            rest = idle.compareTo(atLeast) > 0 ? idle : atLeast;
        }
        return seen;
    }
}

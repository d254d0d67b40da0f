package io.fateflow.engine.node;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DatabaseClockTest {

    private static final Instant DATABASE = Instant.parse("2026-01-01T00:00:00Z");

    private final AtomicLong nanos = new AtomicLong(5_000_000_000L);
    private final DatabaseClock clock =
            new DatabaseClock(Clock.fixed(DATABASE.plus(Duration.ofMinutes(5)), ZoneOffset.UTC), nanos::get);

    @Test
    void itIsTheDatabasesTimeAndRunsOnWithoutIt() {
        measured(DATABASE, Duration.ZERO);
        assertThat(clock.instant()).isEqualTo(DATABASE);

        passes(Duration.ofSeconds(7));

        assertThat(clock.instant()).isEqualTo(DATABASE.plusSeconds(7));
        assertThat(clock.withZone(ZoneOffset.MAX).instant()).isEqualTo(DATABASE.plusSeconds(7));
    }

    @Test
    void itSaysHowFarTheNodesOwnClockIsAhead() {
        measured(DATABASE, Duration.ZERO);

        assertThat(clock.difference()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void aSlowAnswerThatMayBeRightChangesNothing() {
        measured(DATABASE, Duration.ZERO);
        passes(Duration.ofSeconds(10));

        measured(DATABASE.plusSeconds(10), Duration.ofSeconds(4));

        assertThat(clock.instant()).isEqualTo(DATABASE.plusSeconds(14));
    }

    @Test
    void aDatabaseWhoseClockIsSetIsFollowed() {
        measured(DATABASE, Duration.ZERO);

        measured(DATABASE.plusSeconds(90), Duration.ofSeconds(2));
        assertThat(clock.instant()).isEqualTo(DATABASE.plusSeconds(90));

        measured(DATABASE, Duration.ofSeconds(2));
        assertThat(clock.instant()).isEqualTo(DATABASE.plusSeconds(2));
    }

    /** The database says a time at once, and its answer is under way for so long. */
    private void measured(Instant time, Duration answered) {
        long asked = nanos.get();
        passes(answered);
        clock.measured(TimeUnit.MILLISECONDS.toMicros(time.toEpochMilli()), asked, nanos.get());
    }

    private void passes(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}

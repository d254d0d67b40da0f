package io.fateflow.webapp.metrics;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class SparingLookTest {

    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private Duration takes = Duration.ZERO;
    private int looks;

    private final SparingLook<Integer> look = sparing(this::look);

    private SparingLook<Integer> sparing(Supplier<Integer> looking) {
        return new SparingLook<>(
                0,
                looking,
                Duration.ofSeconds(10),
                Duration.ofMinutes(5),
                ((InstantSource) () -> now).withZone(ZoneOffset.UTC));
    }

    private int look() {
        now = now.plus(takes);
        return ++looks;
    }

    @Test
    void whatWasSeenIsGoodForAWhile() {
        assertThat(look.now()).isEqualTo(1);
        now = now.plusMillis(9999);
        assertThat(look.now()).isEqualTo(1);
        now = now.plusMillis(1);
        assertThat(look.now()).isEqualTo(2);
    }

    @Test
    void whatTakesLongIsLookedAtSeldom() {
        takes = Duration.ofSeconds(2);

        assertThat(look.now()).isEqualTo(1);
        now = now.plusSeconds(99);
        assertThat(look.now()).isEqualTo(1);
        now = now.plusSeconds(1);
        assertThat(look.now()).isEqualTo(2);
    }

    @Test
    void aLookThatStoodStillHidesNothingForHours() {
        takes = Duration.ofMinutes(10);

        assertThat(look.now()).isEqualTo(1);
        now = now.plus(Duration.ofMinutes(5));
        assertThat(look.now()).isEqualTo(2);
    }

    @Test
    void aClockThatWasSetBackHidesNothing() {
        assertThat(look.now()).isEqualTo(1);
        now = now.minusSeconds(300);
        assertThat(look.now()).isEqualTo(2);
    }

    @Test
    void whatCouldNotBeSeenIsLookedAtAgain() {
        SparingLook<Integer> first = sparing(() -> {
            if (looks++ == 0) {
                throw new IllegalStateException("the database does not answer");
            }
            return looks;
        });

        assertThatThrownBy(first::now).hasMessageContaining("does not answer");
        assertThat(first.now()).isEqualTo(2);
    }
}

package io.fateflow.worker.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SignsOfLifeTest {

    private static final Optional<Instant> FIRST = Optional.of(Instant.EPOCH);
    private static final Optional<Instant> NEXT = Optional.of(Instant.EPOCH.plusSeconds(5));

    private final AtomicLong seconds = new AtomicLong(100);
    private final SignsOfLife signs = new SignsOfLife(Duration.ofMinutes(2), () -> seconds.get() * 1_000_000_000L);

    @Test
    void whoHasNeverGivenASignIsNotSilent() {
        assertThat(lookEachSecond(Optional.empty(), 300)).isEmpty();
    }

    @Test
    void whoseSignDoesNotChangeIsSilent() {
        assertThat(lookEachSecond(FIRST, 121)).isEmpty();
        assertThat(lookEachSecond(FIRST, 1)).hasValue(Duration.ofSeconds(121));
        assertThat(lookEachSecond(NEXT, 121)).isEmpty();
    }

    @Test
    void whoWasNotLookedAtForLongIsNotSilent() {
        assertThat(lookEachSecond(FIRST, 60)).isEmpty();

        seconds.addAndGet(1_000);

        assertThat(lookEachSecond(FIRST, 121)).as("has the time to speak again").isEmpty();
        assertThat(lookEachSecond(FIRST, 1)).isPresent();
    }

    @Test
    void aShortPauseHidesNobody() {
        assertThat(lookEachSecond(FIRST, 60)).isEmpty();

        seconds.addAndGet(59);

        assertThat(lookEachSecond(FIRST, 3)).isPresent();
    }

    private Optional<Duration> lookEachSecond(Optional<Instant> sign, int looks) {
        Optional<Duration> silence = Optional.empty();
        for (int i = 0; i < looks; i++) {
            seconds.incrementAndGet();
            silence = signs.seen(sign);
        }
        return silence;
    }
}

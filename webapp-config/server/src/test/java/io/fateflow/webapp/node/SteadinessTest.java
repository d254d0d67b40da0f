package io.fateflow.webapp.node;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SteadinessTest {

    private final AtomicLong seconds = new AtomicLong();
    private final Steadiness steadiness = steadiness(2);

    @Test
    void aServerJudgesOnlyWhenItHasSeenTheDatabaseLongEnough() {
        assertThat(steadyAt(0, 5, 10, 15)).isFalse();
        assertThat(steadyAt(16)).isTrue();
    }

    @Test
    void afterABreakEverybodyGetsTheTimeToSpeakAgain() {
        assertThat(steadyAt(0, 5, 10, 15, 16)).isTrue();

        assertThat(steadiness.lost()).as("the first to notice").isTrue();
        assertThat(steadiness.lost()).isFalse();

        assertThat(steadyAt(20, 25, 30, 35)).isFalse();
        assertThat(steadyAt(36)).isTrue();
    }

    @Test
    void aPauseOfTheProcessIsABreakToo() {
        assertThat(steadyAt(0, 5, 10, 15, 16)).isTrue();

        assertThat(steadyAt(60)).isFalse();
        assertThat(steadyAt(65, 70, 75)).isFalse();
        assertThat(steadyAt(76)).isTrue();
    }

    @Test
    void whoLooksSeldomJudgesAllTheSame() {
        Steadiness slow = steadiness(6);

        for (long time = 0; time <= 18; time += 6) {
            seconds.set(time);
            slow.seen();
        }

        assertThat(slow.holds()).isTrue();
    }

    @Test
    void aPauseThatTheHeartHasNotNoticedYetIsABreakAlready() {
        assertThat(steadyAt(0, 5, 10, 15, 16)).isTrue();

        seconds.set(21);
        assertThat(steadiness.holds()).isTrue();
        seconds.set(22);
        assertThat(steadiness.holds())
                .as("more than half of the shortest silence")
                .isFalse();
    }

    private Steadiness steadiness(long rhythm) {
        return new Steadiness(
                Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(rhythm), () -> Duration.ofSeconds(
                                seconds.get())
                        .toNanos());
    }

    /** Sees the database at these times; what it says after the last. */
    private boolean steadyAt(long... times) {
        for (long time : times) {
            seconds.set(time);
            steadiness.seen();
        }
        return steadiness.holds();
    }
}

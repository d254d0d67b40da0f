package io.fateflow.worker.retry;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BackoffTest {

    private final Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(2));

    @Test
    void doublesFromTheFirstToTheLongest() {
        assertThat(backoff.delay(1)).isBetween(Duration.ofMillis(50), Duration.ofMillis(100));
        assertThat(backoff.delay(3)).isBetween(Duration.ofMillis(200), Duration.ofMillis(400));
        assertThat(backoff.delay(1000)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @Test
    void refusesWaitsThatAreNone() {
        assertThatThrownBy(() -> new Backoff(Duration.ZERO, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

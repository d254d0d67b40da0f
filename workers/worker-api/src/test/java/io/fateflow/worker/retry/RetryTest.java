package io.fateflow.worker.retry;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RetryTest {

    private final List<Duration> waits = new ArrayList<>();
    private final Backoff backoff = new Backoff(Duration.ofSeconds(2), Duration.ofMinutes(5));
    private final Retry retry = new Retry(backoff::full, 3, Duration.ofHours(1), waits::add);
    private int attempts;

    @AfterEach
    void clear() {
        assertThat(Thread.interrupted()).as("the thread is left interrupted").isFalse();
    }

    @Test
    void anAttemptThatSucceedsIsTheLast() throws IOException {
        String done = retry.call(() -> fails(1), e -> true);

        assertThat(done).isEqualTo("done");
        assertThat(waits).containsExactly(Duration.ofSeconds(2));
    }

    @Test
    void afterTheLastAttemptItsFailureIsThrown() {
        assertThatThrownBy(() -> retry.call(() -> fails(10), e -> true))
                .isInstanceOf(IOException.class)
                .hasMessage("failure 3");
        assertThat(waits).containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(4));
    }

    @Test
    void whatWillNotPassIsNotRepeated() {
        assertThatThrownBy(() -> retry.call(() -> fails(10), e -> false)).hasMessage("failure 1");
        assertThat(waits).isEmpty();
    }

    @Test
    void whenTheTimeIsUpNoAttemptFollows() {
        assertThatThrownBy(() -> retry.within(Duration.ofNanos(-1)).call(() -> fails(10), e -> true))
                .hasMessage("failure 1");
        assertThat(waits).isEmpty();
    }

    @Test
    void anInterruptEndsTheWait() {
        Retry interrupted = new Retry(backoff::full, 3, Duration.ofHours(1), wait -> {
            throw new InterruptedException();
        });

        assertThatThrownBy(() -> interrupted.call(() -> fails(10), e -> true))
                .isInstanceOf(RetryInterruptedException.class)
                .hasCauseInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).as("interrupted").isTrue();
    }

    private String fails(int times) throws IOException {
        attempts++;
        if (attempts <= times) {
            throw new IOException("failure " + attempts);
        }
        return "done";
    }
}

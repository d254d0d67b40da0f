package io.fateflow.worker.retry;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RepeatedWorkTest {

    private static final Duration MOMENT = Duration.ofMillis(1);

    private final RepeatedWork work = new RepeatedWork("repeated-work-of-a-test");

    @AfterEach
    void end() throws InterruptedException {
        work.close();
        assertThat(work.awaitEnd(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void whatHasFailedIsDoneAgain() throws InterruptedException {
        CountDownLatch times = new CountDownLatch(3);

        work.repeat(
                () -> {
                    times.countDown();
                    throw new IllegalStateException("a failure of a test");
                },
                MOMENT);

        assertThat(times.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whatAnErrorHasEndedIsDoneAgain() throws InterruptedException {
        CountDownLatch times = new CountDownLatch(3);

        work.repeat(
                () -> {
                    times.countDown();
                    throw new NoClassDefFoundError("an error of a test");
                },
                MOMENT);

        assertThat(times.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void nothingIsRepeatedAfterAStopAndWhatWasUnderWayEnds() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger times = new AtomicInteger();
        AtomicBoolean interrupted = new AtomicBoolean();
        work.repeat(
                () -> {
                    times.incrementAndGet();
                    begun.countDown();
                    try {
                        goOn.await();
                    } catch (InterruptedException e) {
                        interrupted.set(true);
                    }
                },
                Duration.ZERO,
                MOMENT);
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

        work.stop();
        assertThat(work.awaitEnd(Duration.ZERO)).isFalse();
        goOn.countDown();

        assertThat(work.awaitEnd(Duration.ofSeconds(30))).isTrue();
        assertThat(times).hasValue(1);
        assertThat(interrupted).isFalse();
    }

    @Test
    void whoBringsSomethingAfterTheEndGoesOn() {
        AtomicBoolean done = new AtomicBoolean();
        work.close();

        work.later(() -> done.set(true), Duration.ZERO);

        assertThat(done).isFalse();
    }
}

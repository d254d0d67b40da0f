package io.fateflow.webapp.camunda;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.camunda.bpm.engine.spring.components.jobexecutor.SpringJobExecutor;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class EngineDrainTest {

    @Test
    void whatHasBegunEndsAndWhatHasNotIsLeftToOthers() throws InterruptedException {
        ThreadPoolTaskExecutor threads = new ThreadPoolTaskExecutor();
        threads.setCorePoolSize(1);
        threads.initialize();
        SpringJobExecutor jobs = new SpringJobExecutor();
        jobs.setTaskExecutor(threads);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        AtomicBoolean taken = new AtomicBoolean();
        AtomicBoolean awaited = new AtomicBoolean();
        threads.execute(() -> {
            begun.countDown();
            ended.set(isDoneInTime(mayEnd));
        });
        begun.await();
        threads.execute(() -> taken.set(true));

        Thread stopping =
                new Thread(() -> new EngineDrain(jobs, threads, patience -> awaited.compareAndSet(false, true)).stop());
        stopping.start();
        await().until(() -> threads.getThreadPoolExecutor().isShutdown());
        mayEnd.countDown();
        stopping.join();

        assertThat(ended).as("and was not interrupted").isTrue();
        assertThat(taken).isFalse();
        assertThat(awaited).as("steps outside of these threads").isTrue();
        assertThat(threads.getThreadPoolExecutor().isTerminated()).isTrue();
    }

    private static boolean isDoneInTime(CountDownLatch mayEnd) {
        try {
            return mayEnd.await(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

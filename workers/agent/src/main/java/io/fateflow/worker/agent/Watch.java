package io.fateflow.worker.agent;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import com.fasterxml.jackson.databind.node.ArrayNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.runtime.Ending;
import io.fateflow.worker.runtime.RunningExecutor;

/** Watches one executor to its end, and ends it when it must. */
final class Watch {

    private static final Logger log = LoggerFactory.getLogger(Watch.class);

    static final Duration FOREVER = Duration.ofDays(10_000);

    private final HeldTask held;
    private final RunningExecutor executor;
    private final long deadline;
    private final Duration grace;
    private final Duration longestSilence;
    private final SignsOfLife signs;
    private final CompletableFuture<Duration> silent = new CompletableFuture<>();
    private final long memoryLimit;
    private final CompletableFuture<Long> tooLarge = new CompletableFuture<>();
    private final CompletableFuture<Void> unwanted = new CompletableFuture<>();
    private Optional<ArrayNode> untold = Optional.empty();
    private final Optional<LogShipping> logs;

    /**
     * Watches from now on.
     *
     * @param timeLeft until the executor is stopped
     * @param longestSilence of an executor that has given a heartbeat before; after it, it is stopped
     * @param memoryLimit in bytes; an executor that uses more is stopped. 0 for none
     * @param logs how its log comes to the server, if they share no folder
     */
    Watch(
            HeldTask held,
            RunningExecutor executor,
            Duration timeLeft,
            Duration grace,
            Duration longestSilence,
            long memoryLimit,
            Optional<LogShipping> logs) {
        this.held = held;
        this.executor = executor;
        this.deadline = System.nanoTime() + timeLeft.toNanos();
        this.grace = grace;
        this.longestSilence = longestSilence;
        this.signs = new SignsOfLife(longestSilence, System::nanoTime);
        this.memoryLimit = memoryLimit;
        this.logs = logs;
    }

    HeldTask held() {
        return held;
    }

    RunningExecutor executor() {
        return executor;
    }

    /** Empty if its log is where the server reads it. */
    Optional<LogShipping> logs() {
        return logs;
    }

    void stop() {
        unwanted.complete(null);
    }

    /** 0 for none. */
    long memoryLimit() {
        return memoryLimit;
    }

    /** Sees what the executor uses, and whether it still gives heartbeats. */
    void look() throws IOException {
        long memory = executor.observe();
        if (memoryLimit > 0 && memory > memoryLimit) {
            tooLarge.complete(memory);
        }
        signs.seen(executor.lastSignOfLife()).ifPresent(silent::complete);
    }

    /** What the component has measured that the server was not told; empty if there is nothing. For one thread. */
    Optional<ArrayNode> untold() throws IOException {
        executor.newMetrics().ifPresent(metrics -> untold = Optional.of(metrics));
        return untold;
    }

    /** The server knows what {@link #untold} has given, or does not want it. */
    void told() {
        untold = Optional.empty();
    }

    /**
     * Waits for the end. When this returns, nothing of the executor is left.
     *
     * @throws InterruptedException if the worker closes; the executor goes on
     */
    Ending await() throws IOException, InterruptedException {
        CompletableFuture<Object> mustEnd = CompletableFuture.anyOf(unwanted, silent, tooLarge);
        while (executor.isRunning()) {
            executor.awaitEnd(Duration.ofNanos(Math.max(0, timeLeft())), mustEnd);
            if (unwanted.isDone()) {
                return stopped(new Ending.Unwanted());
            }
            if (tooLarge.isDone()) {
                return stopped(new Ending.TooLarge(tooLarge.getNow(memoryLimit)));
            }
            if (silent.isDone()) {
                return stopped(new Ending.Hung(silent.getNow(longestSilence)));
            }
            if (timeLeft() <= 0 && executor.isRunning()) {
                return stopped(new Ending.TimedOut());
            }
        }
        Ending byItself = executor.ended(grace);
        return unwanted.isDone() ? new Ending.Unwanted() : byItself;
    }

    /** Of one that can't be watched any more. */
    void end() throws InterruptedException {
        try {
            executor.stop(grace);
        } catch (IOException | RuntimeException e) {
            log.error(
                    "the executor of {} may go on without anybody who watches it",
                    held.task().taskId(),
                    e);
        }
    }

    private Ending stopped(Ending why) throws IOException, InterruptedException {
        executor.stop(grace);
        return why;
    }

    private long timeLeft() {
        return deadline - System.nanoTime();
    }
}

package io.fateflow.worker.agent;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.process.OutOfMemoryKills;
import io.fateflow.worker.process.ProcessGroup;
import io.fateflow.worker.process.ProcessIdentity;
import io.fateflow.worker.run.RunDirectory;

/** Watches one executor to its end, and ends it when it must. */
final class Watch {

    static final Duration FOREVER = Duration.ofDays(10_000);

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
    private static final Duration PROBE = Duration.ofMillis(5);

    private final HeldTask held;
    private final RunDirectory run;
    private final @Nullable ProcessHandle launcher;
    private final long deadline;
    private final Duration grace;
    private final Duration longestSilence;
    private final OutOfMemoryKills outOfMemoryKills;
    private final CompletableFuture<Duration> silent = new CompletableFuture<>();
    private final CompletableFuture<Void> unwanted = new CompletableFuture<>();
    private final AtomicLong peakMemory = new AtomicLong();
    private volatile Optional<Instant> lastSign = Optional.empty();
    private volatile long lastSignSeen;
    private @Nullable ProcessGroup processes;

    /**
     * Watches from now on.
     *
     * @param launcher if it was started by this process
     * @param timeLeft until the executor is stopped
     * @param longestSilence of an executor that has given a sign of life before; after it, it is stopped
     */
    Watch(HeldTask held, @Nullable ProcessHandle launcher, Duration timeLeft, Duration grace, Duration longestSilence) {
        this.held = held;
        this.run = held.run();
        this.launcher = launcher;
        this.deadline = System.nanoTime() + timeLeft.toNanos();
        this.grace = grace;
        this.longestSilence = longestSilence;
        this.outOfMemoryKills = launcher == null ? OutOfMemoryKills.unknown() : OutOfMemoryKills.untilNow();
    }

    HeldTask held() {
        return held;
    }

    long peakMemory() {
        return peakMemory.get();
    }

    boolean machineRanOutOfMemory() {
        return outOfMemoryKills.haveIncreased();
    }

    /** The executor's process id; 0 if it is not known yet. */
    long pid() throws IOException {
        return run.executor().map(ProcessIdentity::pid).orElse(0L);
    }

    void stop() {
        unwanted.complete(null);
    }

    /** Samples the memory, and sees whether the executor still gives signs of life. */
    void look() throws IOException {
        if (run.executor().isPresent()) {
            peakMemory.accumulateAndGet(processes().peakMemory(), Math::max);
        }
        Optional<Instant> sign = run.lastSignOfLife();
        if (!sign.equals(lastSign)) {
            lastSign = sign;
            lastSignSeen = System.nanoTime();
        }
        if (sign.isPresent() && run.exitCode().isEmpty()) {
            // how long it has not changed, not how old it is: clocks are set, and the disk's may be another machine's
            Duration silence = Duration.ofNanos(System.nanoTime() - lastSignSeen);
            if (silence.compareTo(longestSilence) > 0) {
                silent.complete(silence);
            }
        }
    }

    /**
     * Waits for the end. When this returns, no process of the executor is left.
     *
     * @throws InterruptedException if the worker closes; the executor goes on
     */
    Ending await() throws IOException, InterruptedException {
        Optional<ProcessHandle> process = Optional.ofNullable(launcher).or(this::findAlive);
        while (process.isPresent()) {
            awaitEvent(process.get());
            if (unwanted.isDone()) {
                end();
                return new Ending.Unwanted();
            }
            if (silent.isDone()) {
                end();
                return new Ending.Hung(silent.getNow(longestSilence));
            }
            process = launcher != null && launcher.isAlive() ? Optional.of(launcher) : findAlive();
            if (process.isPresent() && timeLeft() <= 0) {
                end();
                return new Ending.TimedOut();
            }
        }
        return unwanted.isDone() ? new Ending.Unwanted() : ended();
    }

    /**
     * Returns when the process has ended, is not wanted any more, or has no time left; of a process that is not a child
     * also from time to time, because nobody may collect it, and then its end is no event.
     */
    private void awaitEvent(ProcessHandle process) throws IOException, InterruptedException {
        long wait = process.equals(launcher) ? timeLeft() : Math.min(timeLeft(), LOOK_AGAIN.toNanos());
        try {
            CompletableFuture.anyOf(process.onExit(), unwanted, silent).get(wait, TimeUnit.NANOSECONDS);
        } catch (TimeoutException timeIsUp) {
            // the caller looks why
        } catch (ExecutionException e) {
            throw new IOException("cannot wait for process " + process.pid(), e);
        }
    }

    /** The same one each time, since it remembers what it has seen. */
    private synchronized ProcessGroup processes() throws IOException {
        ProcessGroup known = processes;
        if (known == null || !known.hasLeader()) {
            known = run.processes();
            processes = known;
        }
        return known;
    }

    private long timeLeft() {
        return deadline - System.nanoTime();
    }

    private Ending ended() throws IOException, InterruptedException {
        Optional<Integer> exitCode = run.exitCode();
        boolean neverStarted = exitCode.isEmpty() && run.forbidStart();
        end();
        if (neverStarted) {
            return new Ending.Lost("the worker went down before it had started the executor");
        }
        return exitCode.<Ending>map(Ending.Exited::new)
                .orElseGet(() -> new Ending.Lost("the executor is gone and has left no exit code: it was killed"
                        + " together with its launcher, or the machine was restarted"));
    }

    /** The launcher, which writes the exit code; without it, the executor. */
    private Optional<ProcessHandle> findAlive() {
        try {
            if (run.exitCode().isPresent()) {
                return Optional.empty();
            }
            Optional<ProcessHandle> found = run.launcher().flatMap(ProcessIdentity::find);
            return found.isPresent() ? found : run.executor().flatMap(ProcessIdentity::find);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private void end() throws IOException, InterruptedException {
        if (run.forbidStart()) {
            return;
        }
        Optional<ProcessIdentity> writing = run.launcher();
        while (run.executor().isEmpty() && writing.map(ProcessIdentity::isAlive).orElse(false)) {
            // the launcher is between starting the executor and writing down which one
            TimeUnit.NANOSECONDS.sleep(PROBE.toNanos());
        }
        processes().stop(grace);
        while (writing.map(ProcessIdentity::isAlive).orElse(false)) {
            TimeUnit.NANOSECONDS.sleep(PROBE.toNanos());
        }
    }
}

package io.fateflow.worker.local;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

import com.fasterxml.jackson.databind.node.ArrayNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.process.OutOfMemoryKills;
import io.fateflow.worker.process.ProcessGroup;
import io.fateflow.worker.process.ProcessIdentity;
import io.fateflow.worker.process.ProcessMarks;
import io.fateflow.worker.run.NewMetrics;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.Ending;
import io.fateflow.worker.runtime.RunningExecutor;

/** An executor as a process group of this machine; what its launcher wrote down says how it ended. */
final class LocalExecutor implements RunningExecutor {

    private static final int KILLED = 128 + 9;
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
    private static final Duration PROBE = Duration.ofMillis(5);

    private final RunDirectory run;
    private final @Nullable Process launcher;
    private final ProcessMarks marks;
    private final Duration launcherEnds;
    private final OutOfMemoryKills outOfMemoryKills;
    private final NewMetrics metrics;
    private final AtomicLong peakMemory = new AtomicLong();
    private final AtomicLong cpuMillis = new AtomicLong();
    private @Nullable ProcessGroup processes;

    /**
     * One that runs, or has run.
     *
     * @param launcher if it was started by this process
     * @param launcherEnds in this time after all others, or it never does
     */
    LocalExecutor(RunDirectory run, @Nullable Process launcher, ProcessMarks marks, Duration launcherEnds) {
        this.run = run;
        this.marks = marks;
        this.launcherEnds = launcherEnds;
        this.launcher = launcher;
        this.metrics = new NewMetrics(run);
        this.outOfMemoryKills = launcher == null ? OutOfMemoryKills.unknown() : OutOfMemoryKills.untilNow();
    }

    @Override
    public boolean isRunning() {
        return launcherRuns() || otherwiseAlive().isPresent();
    }

    /** The end of a process that is not a child is no event: nobody may collect it. */
    @Override
    public void awaitEnd(Duration atMost, CompletableFuture<?> other) throws IOException, InterruptedException {
        if (launcher != null && launcherRuns()) {
            await(launcher.onExit(), other, atMost);
            return;
        }
        Optional<ProcessHandle> process = otherwiseAlive();
        if (process.isPresent()) {
            await(process.get().onExit(), other, atMost.compareTo(LOOK_AGAIN) < 0 ? atMost : LOOK_AGAIN);
        }
    }

    private void await(CompletableFuture<?> end, CompletableFuture<?> other, Duration atMost)
            throws IOException, InterruptedException {
        try {
            CompletableFuture.anyOf(end, other).get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException timeIsUp) {
            // the caller looks why
        } catch (ExecutionException e) {
            throw new IOException("cannot wait for the executor of " + run.path(), e);
        }
    }

    @Override
    public long observe() throws IOException {
        if (run.executor().isEmpty()) {
            return 0;
        }
        ProcessGroup.Usage usage = processes().usage();
        peakMemory.accumulateAndGet(usage.peakMemory(), Math::max);
        cpuMillis.accumulateAndGet(usage.cpuMillis(), Math::max);
        return usage.memory();
    }

    /** Empty once it has written its exit code: silence is not asked for any more. */
    @Override
    public Optional<Instant> lastSignOfLife() throws IOException {
        return run.exitCode().isPresent() ? Optional.empty() : run.lastSignOfLife();
    }

    @Override
    public Optional<ArrayNode> newMetrics() throws IOException {
        return metrics.next();
    }

    @Override
    public long pid() throws IOException {
        return run.executor().map(ProcessIdentity::pid).orElse(0L);
    }

    @Override
    public long peakMemory() {
        return peakMemory.get();
    }

    /** The launcher knows of all that was waited for; of what was not, or without the launcher, what was seen counts. */
    @Override
    public long cpuMillis() throws IOException {
        return Math.max(cpuMillis.get(), run.cpuMillis());
    }

    @Override
    public void stop(Duration grace) throws IOException, InterruptedException {
        if (!run.forbidStart()) {
            end(grace);
        }
        awaitLauncher();
    }

    /**
     * One that finds that it must not begin ends by itself, and one that has ended is still to be collected by this
     * process: until then it looks as if the executor ran.
     */
    private void awaitLauncher() throws IOException, InterruptedException {
        if (launcher == null) {
            return;
        }
        try {
            launcher.onExit().get(launcherEnds.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw launcherDoesNotEnd(launcher.pid(), e);
        }
    }

    private IOException launcherDoesNotEnd(long pid, @Nullable Exception cause) {
        return new IOException("the launcher of %s does not end: process %d".formatted(run.path(), pid), cause);
    }

    @Override
    public Ending ended(Duration grace) throws IOException, InterruptedException {
        Optional<Integer> exitCode = run.exitCode();
        if (exitCode.isEmpty() && run.forbidStart()) {
            return new Ending.Lost("the worker went down before it had started the executor");
        }
        end(grace);
        return exitCode.<Ending>map(code -> new Ending.Exited(code, code == KILLED && outOfMemoryKills.haveIncreased()))
                .orElseGet(() -> new Ending.Lost("the executor is gone and has left no exit code: it was killed"
                        + " together with its launcher, or the machine was restarted"));
    }

    private void end(Duration grace) throws IOException, InterruptedException {
        awaitWhatIsToEnd();
        processes().stop(grace);
        Optional<ProcessIdentity> writing = run.launcher();
        long deadline = System.nanoTime() + launcherEnds.toNanos();
        while (writing.map(ProcessIdentity::isAlive).orElse(false)) {
            probe(deadline);
        }
    }

    /**
     * From when it makes its file until it has written there which executor it has started, nobody but the launcher knows what is to
     * end. At first the file does not even say who the launcher is.
     */
    private void awaitWhatIsToEnd() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + launcherEnds.toNanos();
        while (run.executor().isEmpty()
                && (launcherRuns()
                        || run.launcher().map(ProcessIdentity::isAlive).orElse(false))) {
            probe(deadline);
        }
    }

    private void probe(long deadline) throws IOException, InterruptedException {
        if (System.nanoTime() > deadline) {
            long written = run.launcher().map(ProcessIdentity::pid).orElse(0L);
            throw launcherDoesNotEnd(launcher == null ? written : launcher.pid(), null);
        }
        TimeUnit.NANOSECONDS.sleep(PROBE.toNanos());
    }

    private boolean launcherRuns() {
        return launcher != null && launcher.isAlive();
    }

    /** The launcher of an earlier worker, which writes the exit code; without it, the executor. */
    private Optional<ProcessHandle> otherwiseAlive() {
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

    /** The same one each time, since it remembers what it has seen. */
    private synchronized ProcessGroup processes() throws IOException {
        ProcessGroup known = processes;
        if (known == null || !known.hasLeader()) {
            known = run.processes(marks);
            processes = known;
        }
        return known;
    }
}

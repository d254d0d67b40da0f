package io.fateflow.worker.runtime;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import com.fasterxml.jackson.databind.node.ArrayNode;

/** One executor from its start or adoption on, until nothing of it is left. */
public interface RunningExecutor {

    /** Whether it has not ended yet, or is about to begin. */
    boolean isRunning();

    /**
     * Returns when it has ended, {@code other} is done, or time is up; earlier if the runtime has no event for its end.
     *
     * @throws InterruptedException if the worker closes; the executor goes on
     */
    void awaitEnd(Duration atMost, CompletableFuture<?> other) throws IOException, InterruptedException;

    /**
     * Looks at what it uses; to be called from time to time while it runs.
     *
     * @return the memory that is its own now, in bytes; 0 if nobody knows
     */
    long observe() throws IOException;

    /** When it said last that it lives; empty for an executor that never says so. */
    Optional<Instant> lastSignOfLife() throws IOException;

    /** What its component has measured so far, if that is other than when this was called last; empty if not. */
    Optional<ArrayNode> newMetrics() throws IOException;

    /** Its process id on the worker's machine; 0 if it is not known yet, or there is none. */
    long pid() throws IOException;

    /** The most memory that it was seen to use, in bytes; 0 if nobody knows. */
    long peakMemory();

    /** CPU time in milliseconds, after its end; 0 if nobody knows. */
    long cpuMillis() throws IOException;

    /**
     * Ends it: it is asked to, and after a while forced. One that has not begun never will. When this returns, nothing of it runs.
     *
     * @param grace how long it may take to end by itself
     * @throws IOException if something of it does not end
     */
    void stop(Duration grace) throws IOException, InterruptedException;

    /**
     * Says how it ended, of one that does not run any more. When this returns, nothing that it had started is left.
     *
     * @param grace as for {@link #stop}
     * @return {@link Ending.Exited} or {@link Ending.Lost}
     */
    Ending ended(Duration grace) throws IOException, InterruptedException;
}

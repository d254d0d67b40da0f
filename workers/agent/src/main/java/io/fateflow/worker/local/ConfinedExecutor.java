package io.fateflow.worker.local;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import com.fasterxml.jackson.databind.node.ArrayNode;

import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.Ending;
import io.fateflow.worker.runtime.RunningExecutor;

/** An executor with a user of its own, and the gate of its network, which ends with it. */
final class ConfinedExecutor implements RunningExecutor {

    private final LocalExecutor executor;
    private final RunDirectory run;
    private final OwnNetwork network;
    private final Runnable gone;

    /** @param gone is told when nothing of it is left */
    ConfinedExecutor(LocalExecutor executor, RunDirectory run, OwnNetwork network, Runnable gone) {
        this.executor = executor;
        this.run = run;
        this.network = network;
        this.gone = gone;
    }

    @Override
    public boolean isRunning() {
        return executor.isRunning();
    }

    @Override
    public void awaitEnd(Duration atMost, CompletableFuture<?> other) throws IOException, InterruptedException {
        executor.awaitEnd(atMost, other);
    }

    @Override
    public long observe() throws IOException {
        network.reopen(run.launcher());
        return executor.observe();
    }

    @Override
    public Optional<Instant> lastSignOfLife() throws IOException {
        return executor.lastSignOfLife();
    }

    @Override
    public Optional<ArrayNode> newMetrics() throws IOException {
        return executor.newMetrics();
    }

    @Override
    public long pid() throws IOException {
        return executor.pid();
    }

    @Override
    public long peakMemory() {
        return executor.peakMemory();
    }

    @Override
    public long cpuMillis() throws IOException {
        return executor.cpuMillis();
    }

    @Override
    public void stop(Duration grace) throws IOException, InterruptedException {
        executor.stop(grace);
        gone.run();
    }

    @Override
    public Ending ended(Duration grace) throws IOException, InterruptedException {
        Ending ending = executor.ended(grace);
        gone.run();
        return ending;
    }
}

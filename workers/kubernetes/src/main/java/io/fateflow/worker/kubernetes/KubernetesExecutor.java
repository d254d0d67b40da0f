package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.fabric8.kubernetes.api.model.Pod;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.kubernetes.delivery.DeliveryDesk;
import io.fateflow.worker.run.NewMetrics;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.Ending;
import io.fateflow.worker.runtime.RunningExecutor;

/** An executor in a pod. How it ended stands in its run directory, or else in the pod's status. */
final class KubernetesExecutor implements RunningExecutor {

    private static final Logger log = LoggerFactory.getLogger(KubernetesExecutor.class);
    private static final int KILLED = 128 + 9;
    private static final int ASKED_TO_END = 128 + 15;

    /** The exit code is there before the pod's status; while the cluster does not answer, it is all there is. */
    private static final Duration LOOK_AT_FILES = Duration.ofSeconds(2);

    private static final Duration STATUS_FOLLOWS = Duration.ofSeconds(10);

    private final RunDirectory run;
    private final Cluster cluster;
    private final NewMetrics metrics;
    private volatile @Nullable Pod lastSeen;
    private String toldWhyItWaits = "";

    /** The cluster has denied that there is anything left; of that may be heard later. */
    private volatile boolean removed;

    private final @Nullable DeliveryDesk desk;

    /** @param desk that its pod calls; {@code null} if the pod has the run directory on a volume */
    KubernetesExecutor(RunDirectory run, Cluster cluster, @Nullable DeliveryDesk desk) {
        this.run = run;
        this.cluster = cluster;
        this.desk = desk;
        this.metrics = new NewMetrics(run);
    }

    @Override
    public boolean isRunning() {
        try {
            if (removed || run.exitCode().isPresent()) {
                return false;
            }
        } catch (IOException volumeIsAway) {
            return true;
        }
        return pod().map(pod -> !new PodState(pod).isOver())
                .orElseGet(() -> !wasSuspendedMeanwhile() && cluster.awaitsPod(run));
    }

    /** Its pod is gone for that, and the one that comes when somebody resumes the Job must not begin again. */
    private boolean wasSuspendedMeanwhile() {
        return run.isDecided() && cluster.isSaidToBeSuspended(run) && cluster.isSuspended(run);
    }

    @Override
    public void awaitEnd(Duration atMost, CompletableFuture<?> other) throws InterruptedException {
        CompletableFuture<@Nullable Void> change = cluster.change(run);
        if (isRunning()) {
            Cluster.await(
                    CompletableFuture.anyOf(change, other),
                    atMost.compareTo(LOOK_AT_FILES) < 0 ? atMost : LOOK_AT_FILES);
        }
    }

    /** The cluster holds pods to their limits by itself. */
    @Override
    public long observe() {
        whyItWaits().filter(why -> !why.equals(toldWhyItWaits)).ifPresent(why -> {
            toldWhyItWaits = why;
            log.warn("the pod of {} waits {}", run.path(), why);
        });
        return 0;
    }

    /** As far as was heard; empty if it does not wait, or nobody knows why. */
    Optional<String> whyItWaits() {
        Optional<Pod> pod = pod();
        if (pod.isPresent()) {
            return new PodState(pod.get()).unschedulable().map(why -> "for a node: " + why);
        }
        return !run.isDecided() && cluster.isSaidToBeSuspended(run)
                ? Optional.of("until somebody resumes Job " + JobManifest.name(run)
                        + ", which is suspended: by kubectl, or by what admits Jobs to queues")
                : Optional.empty();
    }

    @Override
    public Optional<Instant> lastSignOfLife() throws IOException {
        return run.exitCode().isPresent() ? Optional.empty() : run.lastSignOfLife();
    }

    @Override
    public Optional<ArrayNode> newMetrics() throws IOException {
        return metrics.next();
    }

    /** Processes of a pod have ids of their own. */
    @Override
    public long pid() {
        return 0;
    }

    @Override
    public long peakMemory() {
        return 0;
    }

    @Override
    public long cpuMillis() throws IOException {
        return run.cpuMillis();
    }

    @Override
    public void stop(Duration grace) throws IOException, InterruptedException {
        // a pod that comes late finds that it must not begin
        run.forbidStart();
        remove(grace);
    }

    @Override
    public Ending ended(Duration grace) throws IOException, InterruptedException {
        Optional<Integer> exitCode = run.exitCode();
        boolean neverBegan = exitCode.isEmpty() && run.forbidStart();
        if (exitCode.isPresent() && exitCode.get() == KILLED) {
            awaitStatus();
        }
        Optional<PodState> state = pod().map(PodState::new);
        boolean suspended =
                exitCode.map(code -> code == ASKED_TO_END || code == KILLED).orElse(!neverBegan)
                        && cluster.isSuspended(run);
        remove(grace);
        if (suspended) {
            return new Ending.Lost(
                    "FFB-5269 somebody has suspended its Job %s, which ends its pod: resume no Job that has begun, and see who suspends them"
                            .formatted(JobManifest.name(run)));
        }
        if (exitCode.isPresent()) {
            return new Ending.Exited(
                    exitCode.get(),
                    exitCode.get() == KILLED
                            && state.map(PodState::wasOutOfMemory).orElse(false));
        }
        // before its program began, too: the limit is as much too small for the launcher
        if (state.filter(PodState::wasOutOfMemory).isPresent()) {
            return new Ending.Exited(KILLED, true);
        }
        return lost(
                state.map(PodState::why)
                        .orElse(
                                "its pod is gone, and has left no exit code: somebody has deleted it or its Job, or its node"
                                        + " is lost"),
                neverBegan);
    }

    private Ending lost(String why, boolean neverBegan) {
        return new Ending.Lost(
                desk == null || neverBegan
                        ? why
                        : why + "; what it has made was not delivered to this worker (FFB-5266)");
    }

    private void remove(Duration grace) throws IOException, InterruptedException {
        cluster.remove(run, grace);
        removed = true;
        if (desk != null) {
            desk.forget(run);
        }
    }

    private void awaitStatus() throws InterruptedException {
        long until = System.nanoTime() + STATUS_FOLLOWS.toNanos();
        while (System.nanoTime() < until) {
            CompletableFuture<@Nullable Void> change = cluster.change(run);
            Optional<Pod> pod = pod();
            if (pod.isEmpty() || new PodState(pod.get()).isOver()) {
                return;
            }
            Cluster.await(change, Duration.ofNanos(Math.max(0, until - System.nanoTime())));
        }
    }

    /** As last heard of; a pod that is gone has said before what became of it. */
    private Optional<Pod> pod() {
        Optional<Pod> now = cluster.pod(run);
        now.ifPresent(pod -> lastSeen = pod);
        return now.or(() -> Optional.ofNullable(lastSeen).filter(pod -> new PodState(pod).isOver()));
    }
}

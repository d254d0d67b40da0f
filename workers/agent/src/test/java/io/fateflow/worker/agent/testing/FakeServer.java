package io.fateflow.worker.agent.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.ExecutorTasks;
import io.fateflow.worker.api.LogPart;
import io.fateflow.worker.api.ReportRefusedException;
import io.fateflow.worker.api.ServerUnreachableException;
import io.fateflow.worker.api.WorkerState;

/** The server's side in memory; tests hand tasks in, look at reports, revoke, and cut the line. */
public final class FakeServer implements ExecutorTasks {

    private final BlockingQueue<ExecutorTask> queue = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> revoked = new LinkedBlockingQueue<>();
    private final Map<String, ExecutorReport> reports = new ConcurrentHashMap<>();
    private final Map<String, Long> heartbeats = new ConcurrentHashMap<>();
    private final Map<String, List<ArrayNode>> metrics = new ConcurrentHashMap<>();
    private final Map<String, StringBuilder> logs = new ConcurrentHashMap<>();
    private final Set<String> unwanted = ConcurrentHashMap.newKeySet();
    private final List<WorkerState> states = new CopyOnWriteArrayList<>();
    private final List<Takeover> takeovers = new CopyOnWriteArrayList<>();
    private volatile CompletableFuture<Void> beforeHeartbeats = CompletableFuture.completedFuture(null);
    private final AtomicInteger given = new AtomicInteger();
    private volatile Predicate<ExecutorReport> refused = report -> false;
    private final AtomicInteger metricsRefused = new AtomicInteger();
    private volatile boolean refusesMetrics;
    private volatile boolean draining;
    private volatile boolean unreachable;
    private volatile int largestFetch;
    private volatile boolean losesAnAnswer;
    private final List<ExecutorTask> lost = new CopyOnWriteArrayList<>();

    /** What a worker has said that it goes on with. */
    public record Takeover(String workerId, List<String> ended, List<String> held) {}

    /** All that workers have said of themselves, in order. */
    public List<WorkerState> states() {
        return states;
    }

    public List<Takeover> takeovers() {
        return takeovers;
    }

    public void drain(boolean drain) {
        draining = drain;
    }

    public void submit(ExecutorTask task) {
        queue.add(task);
    }

    /** What no worker has taken. */
    public List<ExecutorTask> waiting() {
        return List.copyOf(queue);
    }

    public void revoke(String id) {
        revoked.add(id);
    }

    public void refuseHeartbeatsOf(String id) {
        unwanted.add(id);
    }

    public void cutTheLine(boolean cut) {
        unreachable = cut;
    }

    /** Heartbeats of executors are answered when that is done. */
    public void answerHeartbeatsAfter(CompletableFuture<Void> done) {
        beforeHeartbeats = done;
    }

    public Map<String, ExecutorReport> reports() {
        return reports;
    }

    /** The report that a task has. */
    public ExecutorReport report(ExecutorTask task) {
        return Objects.requireNonNull(reports.get(task.id()), task.id());
    }

    public Map<String, Long> heartbeats() {
        return heartbeats;
    }

    public int largestFetch() {
        return largestFetch;
    }

    /** The next answer to a fetch does not arrive. */
    public void loseAnAnswer() {
        losesAnAnswer = true;
    }

    @Override
    public List<ExecutorTask> fetch(String workerId, List<String> held, int max, Duration wait) {
        List<ExecutorTask> unheard =
                lost.stream().filter(task -> !held.contains(task.id())).toList();
        lost.clear();
        List<ExecutorTask> taken = unheard.isEmpty() ? fetch(workerId, max, wait) : unheard;
        if (losesAnAnswer && !taken.isEmpty()) {
            losesAnAnswer = false;
            lost.addAll(taken);
            throw new ServerUnreachableException("the answer is lost", new IOException("reset"));
        }
        return taken;
    }

    @Override
    public List<ExecutorTask> fetch(String workerId, int max, Duration wait) {
        check();
        largestFetch = Math.max(largestFetch, max);
        List<ExecutorTask> tasks = new ArrayList<>();
        ExecutorTask first = poll(queue, wait);
        if (first != null) {
            tasks.add(first);
            queue.drainTo(tasks, max - 1);
        }
        return tasks;
    }

    @Override
    public boolean metrics(String workerId, String id, ArrayNode told) {
        check();
        if (refusesMetrics) {
            metricsRefused.incrementAndGet();
            throw new ReportRefusedException("FFB-0000 this can't be shown");
        }
        metrics.computeIfAbsent(id, task -> new CopyOnWriteArrayList<>()).add(told);
        return true;
    }

    public void refuseMetrics(boolean refuse) {
        refusesMetrics = refuse;
    }

    public int metricsRefused() {
        return metricsRefused.get();
    }

    /** What was told of a task while it ran. */
    public List<ArrayNode> metrics(ExecutorTask task) {
        return metrics.getOrDefault(task.id(), List.of());
    }

    @Override
    public boolean heartbeat(String workerId, String id, long pid) {
        check();
        beforeHeartbeats.join();
        heartbeats.put(id, pid);
        return !unwanted.contains(id);
    }

    @Override
    public long log(String workerId, String id, LogPart part) {
        check();
        StringBuilder sofar = logs.computeIfAbsent(id + " " + part.file(), file -> new StringBuilder());
        synchronized (sofar) {
            if (part.offset() == sofar.length()) {
                sofar.append(new String(part.bytes(), StandardCharsets.ISO_8859_1));
            }
            return sofar.length();
        }
    }

    /** What was brought of one file of a task's log. */
    public String log(ExecutorTask task, String file) {
        StringBuilder sofar = logs.getOrDefault(task.id() + " " + file, new StringBuilder());
        synchronized (sofar) {
            return sofar.toString();
        }
    }

    /** Refuses reports that a test can do nothing with, for ever. */
    public void refuseReports(Predicate<ExecutorReport> unwantedOnes) {
        refused = unwantedOnes;
    }

    /** How many reports it was given, refused ones included. */
    public int given() {
        return given.get();
    }

    @Override
    public boolean complete(String workerId, String id, ExecutorReport report) {
        check();
        given.incrementAndGet();
        if (refused.test(report)) {
            throw new ReportRefusedException("FFB-0000 this can't be kept");
        }
        reports.put(id, report);
        return true;
    }

    @Override
    public List<String> awaitRevoked(String workerId, List<String> held, Duration wait) {
        check();
        String id = poll(revoked, wait);
        return id != null && held.contains(id) ? List.of(id) : List.of();
    }

    @Override
    public boolean alive(WorkerState state) {
        check();
        states.add(state);
        return draining;
    }

    @Override
    public void takeOver(String workerId, List<String> ended, List<String> held) {
        check();
        takeovers.add(new Takeover(workerId, ended, held));
    }

    private void check() {
        if (unreachable) {
            throw new ServerUnreachableException("the line is cut", new java.io.IOException("cut"));
        }
    }

    private static <T> @Nullable T poll(BlockingQueue<T> queue, Duration wait) {
        try {
            return queue.poll(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}

package io.fateflow.engine.contract;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.engine.executor.ExecutorTaskService;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;

/** A worker without processes: it ends each attempt at once, as the test says. */
final class TestWorker implements AutoCloseable {

    private final ExecutorTaskService server;
    private final Function<ExecutorTask, ExecutorReport> end;
    private final ExecutorService reporters = Executors.newFixedThreadPool(4);
    private final Thread fetcher;
    private final Queue<ExecutorTask> ran = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> troubles = new ConcurrentLinkedQueue<>();

    private TestWorker(ExecutorTaskService server, Function<ExecutorTask, ExecutorReport> end) {
        this.server = server;
        this.end = end;
        this.fetcher = new Thread(this::fetch, "test-worker");
    }

    /** Runs everything to success. */
    static TestWorker succeeding(TestSite site) {
        return ending(site, task -> succeeded());
    }

    static TestWorker ending(TestSite site, Function<ExecutorTask, ExecutorReport> end) {
        TestWorker worker = new TestWorker(site.executorTasks(), end);
        worker.fetcher.start();
        return worker;
    }

    static ExecutorReport succeeded() {
        return outcome(TaskStatus.SUCCESS, "");
    }

    static ExecutorReport failed(String why) {
        return outcome(TaskStatus.FAILED, why);
    }

    /** As an executor that no other attempt would help. */
    static ExecutorReport failedOfItsInput(String why) {
        long now = System.currentTimeMillis();
        return new ExecutorReport("failed", "invalid_input", 0, why, List.of("true"), 1, now, now, 0, 0, null);
    }

    /** One output, a summary, a metric and a model, named after the attempt. */
    static ObjectNode outputs(ExecutorTask task) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.putArray("outputs")
                .addObject()
                .put("data_name", "data")
                .put("table_name", "table_" + task.taskId() + "_" + task.role())
                .put("table_namespace", "made");
        result.putObject("summary").put("made", true);
        result.putArray("metrics")
                .addObject()
                .put("namespace", "train")
                .put("name", "loss")
                .put("metric_type", "LOSS");
        result.putArray("models").addObject().put("alias", "model").put("module", task.module());
        return result;
    }

    private static ExecutorReport outcome(TaskStatus status, String report) {
        long now = System.currentTimeMillis();
        return new ExecutorReport(status.wire(), "exited", 0, report, List.of("true"), 1, now, now, 0, 0, null);
    }

    private void fetch() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                List<ExecutorTask> tasks = server.fetch("test", 20, Duration.ofSeconds(5));
                tasks.forEach(task -> reporters.execute(() -> finish(task)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            e.printStackTrace();
            troubles.add(e);
        }
    }

    private void finish(ExecutorTask task) {
        try {
            ran.add(task);
            server.complete("test", task.id(), end.apply(task));
        } catch (RuntimeException e) {
            e.printStackTrace();
            troubles.add(e);
        }
    }

    boolean isAt(TestSite site) {
        return server.equals(site.executorTasks());
    }

    /** Every attempt that was taken, in order. */
    List<ExecutorTask> ran() {
        return List.copyOf(ran);
    }

    List<Throwable> troubles() {
        return List.copyOf(troubles);
    }

    @Override
    public void close() throws InterruptedException {
        fetcher.interrupt();
        fetcher.join(10_000);
        reporters.shutdown();
        reporters.awaitTermination(10, TimeUnit.SECONDS);
    }
}

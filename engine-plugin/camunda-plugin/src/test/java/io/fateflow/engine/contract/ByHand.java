package io.fateflow.engine.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.fateflow.worker.api.ExecutorTask;

import static org.assertj.core.api.Assertions.assertThat;

/** A worker whose attempts begin and end when a test says so. */
final class ByHand {

    private static final String WORKER = "w";
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(20);

    private final Supplier<TestSite> site;

    ByHand(Supplier<TestSite> site) {
        this.site = site;
    }

    /** Takes so many attempts, as soon as there are so many. */
    List<ExecutorTask> fetch(int count) throws InterruptedException {
        List<ExecutorTask> taken = new ArrayList<>();
        long deadline = System.nanoTime() + LONG_ENOUGH.toNanos();
        while (taken.size() < count && System.nanoTime() < deadline) {
            taken.addAll(site.get().executorTasks().fetch(WORKER, count - taken.size(), Duration.ofSeconds(1)));
        }
        assertThat(taken).hasSize(count);
        return taken;
    }

    void succeed(List<ExecutorTask> taken) {
        taken.forEach(task -> site.get().executorTasks().complete(WORKER, task.id(), TestWorker.succeeded()));
    }
}

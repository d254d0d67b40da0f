package io.fateflow.engine.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.BeforeEach;

import io.fateflow.engine.node.SiteWorker;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A site with the nodes {@code n1} and {@code n2}, whose workers a test plays. */
abstract class TwoNodesContract extends SiteContract {

    static final Duration NOT_LONG = Duration.ofMillis(300);

    @BeforeEach
    void twoWorkers() {
        lives("n1", "active");
        lives("n2", "active");
    }

    final void lives(String node, String mode) {
        site().nodes().seen(new SiteWorker(node + ":1", "here", mode, 8, 0, "", false, 0, "", null));
        // a test may take longer than a worker may be silent
        site().jdbc().update("update worker set seen_time = seen_time + 86400000 where worker_id = ?", node + ":1");
    }

    final void has(String node, String label, long amount) {
        site().capacities(node, Map.of(label, Optional.of(ResourceQuantity.of(amount))));
    }

    final List<ExecutorTask> fetchAll(String node, int count) throws InterruptedException {
        List<ExecutorTask> taken = new ArrayList<>();
        while (taken.size() < count) {
            List<ExecutorTask> more = site().executorTasks().fetch(node + ":1", count - taken.size(), LONG_ENOUGH);
            assertThat(more).as("after %s", taken).isNotEmpty();
            taken.addAll(more);
        }
        return taken;
    }

    final void nothingFor(String node) throws InterruptedException {
        assertThat(site().executorTasks().fetch(node + ":1", 8, NOT_LONG)).isEmpty();
    }

    final void succeed(String node, List<ExecutorTask> taken) {
        taken.forEach(
                task -> assertThat(site().executorTasks().complete(node + ":1", task.id(), TestWorker.succeeded()))
                        .isTrue());
    }

    static JobFixture wanting(String resources) {
        return aJob().with("a").parameter("task_cores", 1).resources(resources);
    }

    /** Why a job waits, once it does. */
    final String waiting(String job) {
        return await().atMost(LONG_ENOUGH)
                .until(
                        () -> site().jdbc()
                                .queryForObject(
                                        "select coalesce(wait_reason, '') from job where job_id = ? and is_initiator = true",
                                        String.class,
                                        job),
                        reason -> reason != null && !reason.isEmpty());
    }
}

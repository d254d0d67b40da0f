package io.fateflow.engine.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import io.fateflow.worker.api.ExecutorTask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A new site for every test, on any database; after it nothing may run and nothing may be held. */
abstract class SiteContract {

    static final Duration LONG_ENOUGH = Duration.ofSeconds(20);

    private TestSite site;

    abstract Database database();

    @BeforeEach
    void openSite() {
        site = open(database());
    }

    /** The site of a test. */
    TestSite open(Database database) {
        return TestSite.on(database);
    }

    @AfterEach
    void nothingIsLeft() {
        try {
            Invariants.assertNothingIsLeft(site);
        } finally {
            site.close();
        }
    }

    final TestSite site() {
        return site;
    }

    final String submit(JobFixture job) {
        return site().jobs().submit(job.submission()).jobId();
    }

    /** Takes exactly so many attempts. */
    final List<ExecutorTask> fetch(int count) throws InterruptedException {
        List<ExecutorTask> taken = new ArrayList<>();
        long deadline = System.nanoTime() + LONG_ENOUGH.toNanos();
        while (taken.size() < count && System.nanoTime() < deadline) {
            taken.addAll(site().executorTasks().fetch("w", count - taken.size(), Duration.ofSeconds(1)));
        }
        assertThat(taken).hasSize(count);
        return taken;
    }

    /** Of what was taken, the attempt at the party of that role. */
    static ExecutorTask at(String role, List<ExecutorTask> taken) {
        return taken.stream()
                .filter(task -> task.role().equals(role))
                .findFirst()
                .orElseThrow();
    }

    final List<String> names(TestWorker worker) {
        return worker.ran().stream()
                .map(task -> task.componentName() + task.taskVersion() + task.role())
                .toList();
    }

    final @Nullable String waitReason(String job) {
        return site().waitReason(job);
    }

    final void awaitStatus(String job, String status) {
        await().atMost(LONG_ENOUGH).untilAsserted(() -> assertThat(site().jdbc()
                        .queryForList("select distinct status from job where job_id = ?", String.class, job))
                .containsExactly(status));
    }

    /** How many DAG shapes are deployed. */
    final long dagDefinitions() {
        return site().engine()
                .getRepositoryService()
                .createProcessDefinitionQuery()
                .processDefinitionKeyLike("fate-dag-%")
                .count();
    }

    /** Ends attempts that were fetched. */
    final void succeed(List<ExecutorTask> taken) {
        taken.forEach(task -> assertThat(site().executorTasks().complete("w", task.id(), TestWorker.succeeded()))
                .isTrue());
    }
}

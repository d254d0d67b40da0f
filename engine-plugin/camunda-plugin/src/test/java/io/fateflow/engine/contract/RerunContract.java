package io.fateflow.engine.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

import org.camunda.bpm.engine.runtime.Job;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.engine.job.JobStateException;
import io.fateflow.engine.job.RerunResult;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Ended jobs run again, on any database. */
abstract class RerunContract extends SiteContract {

    private static final List<String> ALL = List.of();

    @Test
    void aFailedJobGoesOnWhereItFailed() throws InterruptedException {
        AtomicBoolean broken = new AtomicBoolean(true);
        try (TestWorker worker = failingAtB(broken)) {
            String job = submit(aJob().with("a").with("b", "a").with("c", "b"));
            awaitStatus(job, "failed");
            awaitIncident();

            broken.set(false);
            assertThat(rerun(job, ALL, false)).isEqualTo(RerunResult.STARTED);

            awaitStatus(job, "success");
            assertThat(names(worker))
                    .containsOnlyOnce("a0guest", "a0host", "b0guest", "b1guest", "b1host", "c0guest", "c0host")
                    .doesNotContain("a1guest", "c1guest");
            assertThat(site().engine().getRuntimeService().createIncidentQuery().count())
                    .isZero();
            assertThat(processes(job)).isEqualTo(1);
            assertThat(worker.troubles()).isEmpty();
        }
    }

    @Test
    @Tag("slow")
    void aJobCanBeRunAgainAsSoonAsItHasFailed() throws InterruptedException {
        AtomicBoolean broken = new AtomicBoolean(true);
        try (TestWorker worker = failingAtB(broken)) {
            for (int i = 0; i < 5; i++) {
                broken.set(true);
                String job = submit(aJob().with("b"));
                awaitStatus(job, "failed");

                broken.set(false);
                assertThat(rerun(job, ALL, false)).isEqualTo(RerunResult.STARTED);

                awaitStatus(job, "success");
            }
            assertThat(site().engine().getRuntimeService().createIncidentQuery().count())
                    .isZero();
            assertThat(worker.troubles()).isEmpty();
        }
    }

    @Test
    void aFailedJobRunsAgainInANewProcessWhenItsRetentionIsOver() throws InterruptedException {
        AtomicBoolean broken = new AtomicBoolean(true);
        try (TestWorker worker = failingAtB(broken)) {
            String job = submit(aJob().with("b"));
            awaitStatus(job, "failed");
            awaitIncident();
            Job retention = site().engine()
                    .getManagementService()
                    .createJobQuery()
                    .activityId("retention_is_over")
                    .singleResult();
            site().engine().getManagementService().executeJob(retention.getId());

            broken.set(false);
            assertThat(rerun(job, ALL, false)).isEqualTo(RerunResult.STARTED);

            awaitStatus(job, "success");
            assertThat(processes(job)).isEqualTo(2);
            assertThat(worker.troubles()).isEmpty();
        }
    }

    @Test
    void whatHasSucceededIsNotRunAgainWithoutForce() throws InterruptedException {
        try (TestWorker worker = TestWorker.succeeding(site())) {
            String job = submit(aJob().with("a").with("b", "a"));
            awaitStatus(job, "success");

            assertThat(rerun(job, ALL, false)).isEqualTo(RerunResult.NOTHING_TO_DO);
            assertThat(rerun(job, List.of("b"), false)).isEqualTo(RerunResult.NOTHING_TO_DO);

            assertThat(site().jobStatus(job)).isEqualTo("success");
            assertThat(worker.ran()).hasSize(4);
        }
    }

    @Test
    void byForceAComponentAndAllThatDependsOnItRunAgain() throws InterruptedException {
        try (TestWorker worker = TestWorker.succeeding(site())) {
            String job = submit(aJob().with("a")
                    .with("b", "a")
                    .with("c", "b")
                    .with("d", "a")
                    .with("e", "c", "d"));
            awaitStatus(job, "success");

            assertThat(rerun(job, List.of("b"), true)).isEqualTo(RerunResult.STARTED);

            await().atMost(LONG_ENOUGH).until(() -> worker.ran().size() == 16);
            awaitStatus(job, "success");
            assertThat(site().jdbc()
                            .queryForList(
                                    "select distinct component_name || max(task_version) from task"
                                            + " group by task_id, component_name order by 1",
                                    String.class))
                    .containsExactly("a0", "b1", "c1", "d0", "e1");
            assertThat(worker.troubles()).isEmpty();
        }
    }

    @Test
    void byForceAWholeJobRunsAgainAsOftenAsOneLikes() throws InterruptedException {
        try (TestWorker worker = TestWorker.succeeding(site())) {
            String job = submit(aJob().with("a").with("b", "a"));
            for (int version = 0; version < 3; version++) {
                int attempts = 4 * (version + 1);
                await().atMost(LONG_ENOUGH).until(() -> worker.ran().size() == attempts);
                awaitStatus(job, "success");
                assertThat(rerun(job, ALL, version < 2)).isNotEqualTo(RerunResult.UNKNOWN_JOB);
            }
            assertThat(processes(job)).isEqualTo(3);
            assertThat(site().jdbc().queryForList("select distinct progress from job", Integer.class))
                    .containsExactly(100);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"canceled", "timeout", "failed"})
    void aStoppedJobRunsAgainFromWhatHadNotSucceeded(String status) throws InterruptedException {
        String job = submit(aJob().with("a").with("b", "a").with("c", "b"));
        succeed(fetch(2));
        fetch(2);
        assertThat(site().jobs().stop(job, status)).isTrue();
        awaitStatus(job, status);

        assertThat(rerun(job, ALL, false)).isEqualTo(RerunResult.STARTED);

        List<ExecutorTask> again = fetch(2);
        assertThat(again).allMatch(task -> task.componentName().equals("b") && task.taskVersion() == 1);
        assertThat(progress(job)).isZero();
        succeed(again);
        List<ExecutorTask> last = fetch(2);
        assertThat(progress(job)).isEqualTo(66);
        assertThat(last).allMatch(task -> task.componentName().equals("c") && task.taskVersion() == 0);
        succeed(last);
        awaitStatus(job, "success");
        assertThat(site().jdbc().queryForObject("select bool_or(cancel_signal) from job", Boolean.class))
                .isFalse();
    }

    @Test
    void aJobThatRunsAgainCanBeStoppedAtOnce() throws InterruptedException {
        AtomicBoolean broken = new AtomicBoolean(true);
        String job;
        try (TestWorker worker = failingAtB(broken)) {
            job = submit(aJob().with("b"));
            awaitStatus(job, "failed");
            awaitIncident();
            assertThat(worker.troubles()).isEmpty();
        }
        rerun(job, ALL, false);
        assertThat(site().jobs().stop(job, "canceled")).isTrue();
        awaitStatus(job, "canceled");

        rerun(job, ALL, false);
        assertThat(site().jobs().stop(job, "canceled")).isTrue();
        awaitStatus(job, "canceled");
    }

    @Test
    void aJobThatWaitsOrRunsIsNotRunAgain() throws InterruptedException {
        String running = submit(aJob().with("a").parameter("task_cores", 8));
        fetch(2);
        String waiting = submit(aJob().with("a").parameter("task_cores", 8));
        await().atMost(LONG_ENOUGH).until(() -> waitReason(waiting) != null);

        assertThatThrownBy(() -> rerun(running, ALL, true))
                .isInstanceOf(JobStateException.class)
                .hasMessageContainingAll("FFB-3010", running, "is running");
        assertThatThrownBy(() -> rerun(waiting, ALL, true))
                .isInstanceOf(JobStateException.class)
                .hasMessageContainingAll("is waiting", "free are 4 cores");

        assertThat(site().jdbc().queryForObject("select max(task_version) from task", Integer.class))
                .isZero();
        site().jobs().stop(waiting, "canceled");
        site().jobs().stop(running, "canceled");
    }

    @Test
    void whatIsNotThereIsNotRunAgain() throws InterruptedException {
        try (TestWorker worker = TestWorker.succeeding(site())) {
            String job = submit(aJob().with("a").with("b", "a"));
            awaitStatus(job, "success");

            assertThatThrownBy(() -> rerun(job, List.of("b", "nonsense"), true))
                    .isInstanceOf(JobStateException.class)
                    .hasMessageContainingAll("FFB-3011", "nonsense", "a, b");
            assertThat(rerun("202601010000000000000", ALL, true)).isEqualTo(RerunResult.UNKNOWN_JOB);
            assertThat(worker.ran()).hasSize(4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"canceled", "failed"})
    void ofTwoWhoAskAtOnceOneWins(String status) throws Exception {
        String job = submit(aJob().with("a"));
        List<ExecutorTask> taken = fetch(2);
        if (status.equals("failed")) {
            site().executorTasks().complete("w", taken.get(0).id(), TestWorker.failed("broken"));
            awaitIncident();
        } else {
            site().jobs().stop(job, status);
        }
        awaitStatus(job, status);
        ExecutorService two = Executors.newFixedThreadPool(2);
        CyclicBarrier together = new CyclicBarrier(2);
        List<Future<Object>> answers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            answers.add(two.submit(() -> {
                together.await();
                try {
                    return rerun(job, ALL, false);
                } catch (JobStateException e) {
                    return "refused";
                }
            }));
        }
        two.shutdown();

        assertThat(List.of(answers.get(0).get(), answers.get(1).get()))
                .containsExactlyInAnyOrder(RerunResult.STARTED, "refused");
        List<ExecutorTask> again = fetch(2);
        assertThat(again).allMatch(task -> task.taskVersion() == 1);
        succeed(again);
        awaitStatus(job, "success");
    }

    private TestWorker failingAtB(AtomicBoolean broken) {
        return TestWorker.ending(
                site(),
                task -> broken.get() && task.componentName().equals("b")
                        ? TestWorker.failed("broken")
                        : TestWorker.succeeded());
    }

    private RerunResult rerun(String job, List<String> components, boolean force) {
        return site().jobs().rerun(job, components, force);
    }

    private void awaitIncident() {
        await().atMost(LONG_ENOUGH)
                .until(() -> site().engine()
                                .getRuntimeService()
                                .createIncidentQuery()
                                .count()
                        == 1);
    }

    private long processes(String job) {
        return site().engine()
                .getHistoryService()
                .createHistoricProcessInstanceQuery()
                .processDefinitionKey("fate-job")
                .processInstanceBusinessKey(job)
                .count();
    }

    private int progress(String job) {
        return site().jdbc().queryForObject("select max(progress) from job where job_id = ?", Integer.class, job);
    }
}

package io.fateflow.engine.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.camunda.bpm.engine.OptimisticLockingException;
import org.camunda.bpm.engine.runtime.Job;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A job can be stopped, and times out, whatever it is doing, on any database; nothing of it is left then. */
abstract class StopContract extends SiteContract {

    /** How a job ends before its time. */
    enum End {
        STOPPED("canceled"),
        TIMED_OUT("timeout");

        private final String status;

        End(String status) {
            this.status = status;
        }
    }

    @ParameterizedTest
    @EnumSource
    void whileItWaitsForCores(End end) throws InterruptedException {
        String holder = submit(aJob().with("a").parameter("task_cores", 8));
        List<ExecutorTask> running = fetch(2);
        String job = submit(aJob().with("a").parameter("task_cores", 8));
        await().atMost(LONG_ENOUGH).until(() -> waitReason(job) != null);

        endsAs(end, job);

        assertThat(waitReason(job)).isNull();
        if (end == End.TIMED_OUT) {
            assertThat(error(job)).contains("FFB-3002", "PT72H", "it waited: it needs 16 cores", "free are");
        }
        succeed(running);
        awaitStatus(holder, "success");
    }

    @ParameterizedTest
    @EnumSource
    void whileItsAttemptWaitsForAWorker(End end) {
        String job = submit(aJob().with("a"));
        await().atMost(LONG_ENOUGH).until(() -> externalTasks() == 2);

        endsAs(end, job);

        assertThat(externalTasks()).isZero();
        assertThat(site().jdbc().queryForList("select distinct party_status from task", String.class))
                .as("FATE: what has not started stays waiting")
                .containsExactly("waiting");
    }

    @ParameterizedTest
    @EnumSource
    void whileItRuns(End end) throws InterruptedException {
        String job = submit(aJob().with("a"));
        List<ExecutorTask> running = fetch(2);

        endsAs(end, job);

        assertThat(site().executorTasks().complete("w", running.get(0).id(), TestWorker.succeeded()))
                .isFalse();
        assertThat(site().jdbc().queryForList("select distinct party_status || status from task", String.class))
                .containsExactly(end.status + end.status);
    }

    @ParameterizedTest
    @EnumSource
    void whileOnePartyHasEndedAndAnotherRuns(End end) throws InterruptedException {
        String job = submit(aJob().with("a"));
        succeed(fetch(2).subList(0, 1));

        endsAs(end, job);

        assertThat(site().jdbc().queryForList("select party_status from task order by 1", String.class))
                .containsExactlyInAnyOrder(end.status, "success");
    }

    @ParameterizedTest
    @EnumSource
    void whileAComponentWaitsAtTheGate(End end) throws InterruptedException {
        String job = submit(aJob().with("a").with("b"));
        fetch(2);
        await().atMost(LONG_ENOUGH).until(() -> !site().jdbc()
                .queryForList("select 1 from task where wait_reason is not null")
                .isEmpty());

        endsAs(end, job);
    }

    @ParameterizedTest
    @EnumSource
    void whileItWaitsToTryAgain(End end) throws InterruptedException {
        String job = submit(aJob().with("a").parameter("auto_retries", 1).parameter("auto_retry_delay", 600));
        List<ExecutorTask> running = fetch(2);
        site().executorTasks().complete("w", running.get(0).id(), TestWorker.failed("broken"));
        await().atMost(LONG_ENOUGH)
                .until(() -> site().engine()
                                .getRuntimeService()
                                .createExecutionQuery()
                                .activityId("retry_delay")
                                .count()
                        == 1);

        endsAs(end, job);

        assertThat(site().engine()
                        .getRuntimeService()
                        .createProcessInstanceQuery()
                        .count())
                .isZero();
    }

    @ParameterizedTest
    @EnumSource
    void whileItIsSuspended(End end) throws InterruptedException {
        String job = submit(aJob().with("a").with("b", "a"));
        List<ExecutorTask> running = fetch(2);
        site().jobs().suspend(job);
        succeed(running);

        endsAs(end, job);
    }

    @Test
    @Tag("slow")
    void asSoonAsItIsSubmitted() {
        // a fork of several components: the process grows while it is stopped
        for (int i = 0; i < 20; i++) {
            String job = submit(aJob().with("a").with("b").with("c"));
            assertThat(site().jobs().stop(job, "canceled")).isTrue();
            awaitStatus(job, "canceled");
        }
        assertThat(externalTasks()).isZero();
        assertThat(site().engine().getRuntimeService().createIncidentQuery().count())
                .isZero();
    }

    @Test
    void afterItHasFailedItStaysFailed() throws InterruptedException {
        String job = submit(aJob().with("a"));
        site().executorTasks().complete("w", fetch(2).get(0).id(), TestWorker.failed("broken"));
        awaitStatus(job, "failed");

        assertThat(site().jobs().stop(job, "canceled")).isTrue();

        assertThat(site().jobStatus(job)).isEqualTo("failed");
        assertThat(error(job)).startsWith("FFB-3001 component a failed at ");
    }

    @Test
    @Tag("slow")
    void inARaceWithItsSuccessEitherWinsAndNothingIsLeft() throws Exception {
        ExecutorService two = Executors.newFixedThreadPool(2);
        try {
            for (int i = 0; i < 10; i++) {
                String job = submit(aJob().with("a"));
                List<ExecutorTask> running = fetch(2);
                succeed(running.subList(0, 1));
                CyclicBarrier together = new CyclicBarrier(2);
                List<Future<Boolean>> ends = new ArrayList<>();
                ends.add(two.submit(() -> {
                    together.await();
                    return site().executorTasks().complete("w", running.get(1).id(), TestWorker.succeeded());
                }));
                ends.add(two.submit(() -> {
                    together.await();
                    return site().jobs().stop(job, "canceled");
                }));
                boolean reported = ends.get(0).get();
                assertThat(ends.get(1).get()).isTrue();

                awaitStatus(job, reported ? "success" : "canceled");
                Invariants.assertNothingIsLeft(site());
            }
        } finally {
            two.shutdown();
        }
        assertThat(site().engine()
                        .getRuntimeService()
                        .createProcessInstanceQuery()
                        .count())
                .isZero();
    }

    private void endsAs(End end, String job) {
        if (end == End.STOPPED) {
            assertThat(site().jobs().stop(job, "canceled")).isTrue();
        } else {
            strikeTheHour(job);
        }
        awaitStatus(job, end.status);
        assertThat(leases(job)).isZero();
        Invariants.assertSound(site());
        if (end == End.TIMED_OUT) {
            assertThat(error(job)).contains("FFB-3002 the job has taken longer than its timeout, PT72H");
        }
    }

    /** Without waiting for it: the timer is there, and does what it does. */
    private void strikeTheHour(String job) {
        String instance = site().jdbc()
                .queryForObject(
                        "select process_instance_id from job where job_id = ? and is_initiator = true",
                        String.class,
                        job);
        // the job executor may be at work on the same process
        await().atMost(LONG_ENOUGH)
                .ignoreException(OptimisticLockingException.class)
                .until(() -> {
                    Job timer = site().engine()
                            .getManagementService()
                            .createJobQuery()
                            .processInstanceId(instance)
                            .activityId("job_is_out_of_time")
                            .singleResult();
                    site().engine().getManagementService().executeJob(timer.getId());
                    return true;
                });
    }

    private String error(String job) {
        return site().jdbc().queryForObject("select max(error_report) from job where job_id = ?", String.class, job);
    }

    private long externalTasks() {
        return site().engine()
                .getExternalTaskService()
                .createExternalTaskQuery()
                .count();
    }

    private int leases(String job) {
        return site().jdbc().queryForObject("select count(*) from resource_lease where job_id = ?", Integer.class, job);
    }
}

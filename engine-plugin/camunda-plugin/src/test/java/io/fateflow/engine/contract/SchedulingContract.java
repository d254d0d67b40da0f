package io.fateflow.engine.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.runtime.Incident;
import org.camunda.bpm.engine.runtime.IncidentQuery;
import org.camunda.bpm.engine.variable.Variables;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What the processes do, on any database. */
abstract class SchedulingContract extends SiteContract {

    /** How many the database itself has seen. */
    int deadlocks(TestSite current) {
        return 0;
    }

    @Test
    void runsEveryComponentOnceAtEachPartyInTheOrderOfTheDag() throws InterruptedException {
        try (TestWorker worker = TestWorker.succeeding(site())) {
            String job = submit(aJob().with("a").with("b", "a").with("c", "a").with("d", "b", "c"));

            awaitStatus(job, "success");
            assertThat(worker.troubles()).isEmpty();
            assertThat(worker.ran().stream().map(task -> task.componentName() + task.role()))
                    .containsExactlyInAnyOrder(
                            "aguest", "ahost", "bguest", "bhost", "cguest", "chost", "dguest", "dhost");
            assertThat(worker.ran().subList(0, 2))
                    .allMatch(task -> task.componentName().equals("a"));
            assertThat(worker.ran().subList(6, 8))
                    .allMatch(task -> task.componentName().equals("d"));
            assertThat(site().jdbc().queryForList("select distinct progress from job", Integer.class))
                    .containsExactly(100);
            assertThat(site().jdbc().queryForList("select distinct status || party_status from task", String.class))
                    .containsExactly("successsuccess");
        }
    }

    @Test
    void forksOfEightDoNotDeadlock() throws InterruptedException {
        try (TestWorker worker = TestWorker.succeeding(site())) {
            List<String> jobs = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                jobs.add(submit(aJob().fanOf(8).parameter("task_parallelism", 2).parameter("task_cores", 1)));
            }

            jobs.forEach(job -> awaitStatus(job, "success"));
            assertThat(worker.troubles()).isEmpty();
            assertThat(incidents().count()).isZero();
            assertThat(worker.ran()).hasSize(80);
            assertThat(deadlocks(site())).isZero();
        }
    }

    @Test
    void runsNoMoreComponentsAtOnceThanTaskParallelism() throws InterruptedException {
        AtomicInteger most = new AtomicInteger();
        try (TestWorker worker = TestWorker.ending(site(), task -> {
            most.accumulateAndGet(slotsInUse(), Math::max);
            return TestWorker.succeeded();
        })) {
            String job = submit(aJob().fanOf(6).parameter("task_parallelism", 2));

            awaitStatus(job, "success");
            assertThat(worker.ran()).hasSize(16);
            assertThat(most.get()).isEqualTo(2);
        }
    }

    /** One transaction frees the failed component's slot and stops the job: what it had started, it would not find to stop. */
    @Test
    void aComponentThatWaitsAtTheGateOfAFailingJobIsNotStarted() throws InterruptedException {
        String job = submit(aJob().with("a").with("b").parameter("task_parallelism", 1));
        ExecutorTask failing = fetch(2).get(0);
        await().until(() -> site().engine()
                        .getRuntimeService()
                        .createEventSubscriptionQuery()
                        .eventName("gate opened")
                        .count()
                == 1);

        site().executorTasks().complete("w", failing.id(), TestWorker.failed("column x7 is missing"));

        awaitStatus(job, "failed");
        assertThat(site().engine()
                        .getRuntimeService()
                        .createProcessInstanceQuery()
                        .processDefinitionKey("fate-party-task")
                        .count())
                .isZero();
        assertThat(site().engine()
                        .getExternalTaskService()
                        .createExternalTaskQuery()
                        .count())
                .isZero();
        assertThat(site().jdbc().queryForObject("select count(*) from resource_lease", Integer.class))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyPartyGetsToKnowWhyAnotherOneFailed(boolean guestHasEnded) throws InterruptedException {
        String job = submit(aJob().with("a"));
        List<ExecutorTask> taken = fetch(2);
        if (guestHasEnded) {
            site().executorTasks().complete("w", at("guest", taken).id(), TestWorker.succeeded());
        }
        site().executorTasks().complete("w", at("host", taken).id(), TestWorker.failed("column x7 is missing"));

        awaitStatus(job, "failed");
        assertThat(site().jdbc().queryForObject("select error_report from task where role = 'guest'", String.class))
                .isEqualTo("host 10000 failed: column x7 is missing");
        assertThat(site().jdbc().queryForObject("select error_report from job where is_initiator = true", String.class))
                .isEqualTo("FFB-3001 component a failed at host 10000 (attempt 0): column x7 is missing");
    }

    static List<BiConsumer<ManagementService, String>> retries() {
        return List.of((jobs, id) -> jobs.setJobRetries(id, 1), ManagementService::executeJob);
    }

    @ParameterizedTest
    @MethodSource("retries")
    void aFailedComponentBecomesAnIncidentAndTheOperatorsRetryGoesOnFromThere(
            BiConsumer<ManagementService, String> retry) throws InterruptedException {
        AtomicBoolean broken = new AtomicBoolean(true);
        try (TestWorker worker = TestWorker.ending(
                site(),
                task -> broken.get()
                                && task.componentName().equals("b")
                                && task.role().equals("host")
                        ? TestWorker.failed("column x7 is missing")
                        : TestWorker.succeeded())) {
            String job = submit(aJob().with("a").with("b", "a"));

            awaitStatus(job, "failed");
            Incident incident = await().atMost(LONG_ENOUGH)
                    .until(
                            () -> site().engine()
                                    .getRuntimeService()
                                    .createIncidentQuery()
                                    .singleResult(),
                            found -> found != null);
            assertThat(incident.getIncidentMessage())
                    .contains("component b", "host 10000", "column x7 is missing", "attempt 0");
            Invariants.assertNothingIsLeft(site());

            broken.set(false);
            retry.accept(site().engine().getManagementService(), incident.getConfiguration());
            assertThat(incidents().incidentId(incident.getId()).count())
                    .as("what is tried again is no incident")
                    .isZero();

            awaitStatus(job, "success");
            assertThat(names(worker))
                    .containsOnlyOnce("a0guest", "a0host", "b1guest", "b1host")
                    .doesNotContain("a1guest", "a1host");
            assertThat(incidents().count()).isZero();
        }
    }

    @Test
    @Tag("slow")
    void automaticRetriesAreNewVersionsOfTheTask() throws InterruptedException {
        try (TestWorker worker = TestWorker.ending(
                site(), task -> task.taskVersion() < 2 ? TestWorker.failed("again") : TestWorker.succeeded())) {
            String job = submit(aJob().with("a").parameter("auto_retries", 2).parameter("auto_retry_delay", 1));

            awaitStatus(job, "success");
            assertThat(site().jdbc().queryForObject("select max(task_version) from task", Integer.class))
                    .isEqualTo(2);
            assertThat(site().jdbc()
                            .queryForObject(
                                    "select min(n.create_time - t.update_time) from task t join task n on n.task_id ="
                                            + " t.task_id and n.task_version = t.task_version + 1",
                                    Long.class))
                    .as("between two of them, in milliseconds")
                    .isGreaterThanOrEqualTo(1_000);
        }
    }

    @Test
    void whatFailedOfItsInputIsNotTriedAgain() throws InterruptedException {
        try (TestWorker worker = TestWorker.ending(site(), task -> TestWorker.failedOfItsInput("no such parameter"))) {
            String job = submit(aJob().with("a").parameter("auto_retries", 2));

            awaitStatus(job, "failed");
            assertThat(site().jdbc().queryForObject("select max(task_version) from task", Integer.class))
                    .isZero();
        }
    }

    @Test
    void stoppingARunningJobTellsTheWorkerAndReturnsEverything() throws InterruptedException {
        String job = submit(aJob().with("a").with("b", "a"));
        List<ExecutorTask> taken = fetch(2);

        assertThat(site().jobs().stop(job, "canceled")).isTrue();

        awaitStatus(job, "canceled");
        List<String> ids = taken.stream().map(ExecutorTask::id).toList();
        assertThat(site().executorTasks().awaitRevoked("w", ids, Duration.ofSeconds(10)))
                .containsExactlyInAnyOrderElementsOf(ids);
        assertThat(site().executorTasks().complete("w", ids.get(0), TestWorker.succeeded()))
                .isFalse();
        assertThat(site().jdbc()
                        .queryForList(
                                "select distinct component_name || party_status from task order by 1", String.class))
                .containsExactly("acanceled", "bwaiting");
        assertThat(site().jobs().stop(job, "canceled")).isTrue();
        assertThat(site().jobs().stop("202601010000000000000", "canceled")).isFalse();
    }

    @Test
    void deletingTheProcessOfARunningJobCancelsTheJob() throws InterruptedException {
        String job = submit(aJob().with("a").with("b", "a"));
        List<String> ids = fetch(2).stream().map(ExecutorTask::id).toList();
        String instance = site().jdbc()
                .queryForObject("select process_instance_id from job where is_initiator = true", String.class);

        site().engine().getRuntimeService().deleteProcessInstance(instance, "operator", true);

        awaitStatus(job, "canceled");
        assertThat(site().executorTasks().awaitRevoked("w", ids, Duration.ofSeconds(10)))
                .containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    void anAttemptTakenDuringTheLookIsNotRevokedForNotHavingBeenSeen() throws InterruptedException {
        String job = submit(aJob().with("a"));
        List<String> held =
                new ArrayList<>(fetch(1).stream().map(ExecutorTask::id).toList());
        List<String> growing = new ArrayList<>(held) {
            @Override
            public Object[] toArray() {
                Object[] now = super.toArray();
                add("taken meanwhile");
                return now;
            }
        };

        assertThat(site().executorTasks().awaitRevoked("w", growing, Duration.ZERO))
                .isEmpty();
        assertThat(site().jobs().stop(job, "canceled")).isTrue();
    }

    @Test
    void aJobThatFindsNoCoresSaysWhyAndStartsWhenTheyAreReleased() throws InterruptedException {
        String first = submit(aJob().with("a").parameter("task_cores", 8));
        List<ExecutorTask> running = fetch(2);
        String second = submit(aJob().with("a").parameter("task_cores", 8));

        await().atMost(LONG_ENOUGH).until(() -> waitReason(second) != null);
        assertThat(waitReason(second)).contains("it needs 16 cores of engine STANDALONE", "free are 4 cores", first);
        Invariants.assertSound(site());

        String third = submit(aJob().with("a").parameter("task_cores", 2));
        List<ExecutorTask> passing = fetch(2);
        assertThat(passing).allMatch(task -> task.jobId().equals(third));

        running.forEach(task -> site().executorTasks().complete("w", task.id(), TestWorker.succeeded()));
        passing.forEach(task -> site().executorTasks().complete("w", task.id(), TestWorker.succeeded()));
        fetch(2).forEach(task -> {
            assertThat(task.jobId()).isEqualTo(second);
            site().executorTasks().complete("w", task.id(), TestWorker.succeeded());
        });
        awaitStatus(second, "success");
        assertThat(waitReason(second)).isNull();
    }

    @Test
    @Tag("slow")
    void aJobThatTakesLongerThanItsTimeoutEndsAsTimeout() {
        String job = submit(aJob().with("a").parameter("timeout", 1));

        awaitStatus(job, "timeout");
        assertThat(site().jdbc().queryForObject("select min(error_report) from job", String.class))
                .contains("timeout", "PT1S");
    }

    @Test
    void oneShapeIsDeployedOnceHoweverOftenItIsSubmitted() throws InterruptedException {
        try (TestWorker worker = TestWorker.succeeding(site())) {
            List<String> jobs = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                jobs.add(submit(aJob().chainOf(2).parameter("task_cores", 1 + i % 2)));
            }
            jobs.forEach(job -> awaitStatus(job, "success"));
            assertThat(dagDefinitions()).isEqualTo(1);
            assertThat(worker.troubles()).isEmpty();
        }
    }

    @Test
    void platformsStartTheProcessWithVariables() throws InterruptedException {
        try (TestWorker worker = TestWorker.succeeding(site())) {
            JobFixture fixture = aJob().with("a");
            var instance = site().engine()
                    .getRuntimeService()
                    .startProcessInstanceByKey(
                            "fate-job",
                            "order-4711",
                            Variables.putValue("dsl", fixture.dsl()).putValue("runtimeConf", fixture.conf()));

            String job = site().jdbc().queryForObject("select max(job_id) from job", String.class);
            awaitStatus(job, "success");
            assertThat(site().jdbc().queryForObject("select max(name) from job", String.class))
                    .isEqualTo("order-4711");
            assertThat(site().engine()
                            .getHistoryService()
                            .createHistoricProcessInstanceQuery()
                            .processInstanceId(instance.getId())
                            .singleResult()
                            .getBusinessKey())
                    .isEqualTo(job);
            assertThat(worker.troubles()).isEmpty();
        }
    }

    @Test
    void badInputIsRefusedAndLeavesNothing() {
        JobSubmission bad = new JobSubmission(
                "{\"components\": {\"${evil}\": {\"module\": \"Nonsense\"}}}",
                "{\"dsl_version\": 2, \"initiator\": {\"role\": \"guest\", \"party_id\": 1}, \"role\": {}}",
                "mallory");

        assertThatThrownBy(() -> site().jobs().submit(bad))
                .isInstanceOfSatisfying(JobRejectedException.class, refusal -> assertThat(refusal.problems())
                        .hasSizeGreaterThan(1)
                        .allSatisfy(problem -> assertThat(problem.id()).startsWith("FFB-")));
        assertThat(site().jdbc().queryForObject("select count(*) from job_body", Integer.class))
                .isZero();
        assertThat(site().engine()
                        .getHistoryService()
                        .createHistoricProcessInstanceQuery()
                        .count())
                .isZero();
    }

    @Test
    void aJobThatWantsMoreThanThereIsIsRefusedByThePartyThatHasNot() {
        assertThatThrownBy(() ->
                        submit(aJob().with("a").parameter("task_cores", 16).parameter("task_parallelism", 2)))
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContaining("guest 9999 refused")
                .hasMessageContaining("32 cores")
                .hasMessageContaining("20 cores");
        assertThat(site().jdbc().queryForObject("select count(*) from job", Integer.class))
                .isZero();
    }

    private int slotsInUse() {
        return site().jdbc().queryForObject("select count(*) from resource_lease where kind = 'gate'", Integer.class);
    }

    private IncidentQuery incidents() {
        return site().engine().getRuntimeService().createIncidentQuery();
    }
}

package io.fateflow.engine.contract;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.fateflow.database.Json;
import io.fateflow.engine.audit.CurrentActor;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobStateException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.plugin.EngineSettings;
import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.engine.resource.queue.QueueSettings;
import io.fateflow.operations.doctor.Rule;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Jobs wait in queues, on any database. Each party of a job takes half of what a job is said to need here. */
abstract class QueueingContract {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

    private final HandClock clock = new HandClock();
    private TestSite site;
    private final ByHand byHand = new ByHand(() -> site);

    abstract Database database();

    @BeforeEach
    void openSite() {
        Map<String, JobQueue> queues = Map.of(
                "research", queue("research", 3, 0, null),
                "small", queue("small", 1, 4, BigDecimal.ZERO));
        QueueSettings settings = new QueueSettings("default", queues, Map.of("carol", "research"), Duration.ofHours(1));
        site = TestSite.on(database(), EngineSettings.standard().with(settings), clock);
    }

    @AfterEach
    void nothingIsLeft() {
        try {
            Invariants.assertNothingIsLeft(site);
        } finally {
            site.close();
        }
    }

    private static JobQueue queue(String name, int weight, int nominal, @Nullable BigDecimal borrowing) {
        return new JobQueue(name, BigDecimal.valueOf(weight), BigDecimal.valueOf(nominal), borrowing);
    }

    private static JobFixture needing(int cores) {
        return aJob().with("a").parameter("task_cores", cores / 2).parameter("task_parallelism", 1);
    }

    private String submit(JobFixture job) {
        return site.jobs().submit(job.submission()).jobId();
    }

    /** Takes the attempts of exactly this job, and ends them. */
    private void runs(String job) throws InterruptedException {
        List<ExecutorTask> taken = byHand.fetch(2);
        assertThat(taken).extracting(ExecutorTask::jobId).containsOnly(job);
        byHand.succeed(taken);
        awaitStatus(job, "success");
    }

    private void awaitStatus(String job, String status) {
        await().atMost(LONG_ENOUGH)
                .untilAsserted(() -> assertThat(site.jobStatus(job)).isEqualTo(status));
    }

    private void awaitReason(String job, String... texts) {
        await().atMost(LONG_ENOUGH)
                .untilAsserted(() -> assertThat(site.waitReason(job)).contains(texts));
    }

    private Object column(String job, String column) {
        return site.jdbc()
                .queryForObject(
                        "select " + column + " from job where job_id = ? and is_initiator = true", Object.class, job);
    }

    private void stop(String... jobs) {
        for (String job : jobs) {
            site.jobs().stop(job, "canceled");
            awaitStatus(job, "canceled");
        }
    }

    @Test
    void aJobIsInTheQueueOfItsConfOrOfItsSubmitter() throws Exception {
        String own = submit(needing(2).queue("small"));
        JobFixture carols = needing(2);
        String ofAccount = site.jobs()
                .submit(new JobSubmission(carols.dsl(), carols.conf(), "carol"))
                .jobId();
        String usual = submit(needing(2));

        assertThat(column(own, "queue_name")).isEqualTo("small");
        assertThat(column(ofAccount, "queue_name")).isEqualTo("research");
        assertThat(column(usual, "queue_name")).isEqualTo("");
        byHand.fetch(6).forEach(task -> byHand.succeed(List.of(task)));
        awaitStatus(own, "success");
        awaitStatus(ofAccount, "success");
        awaitStatus(usual, "success");
    }

    @Test
    void aQueueThatIsNotThereOrTooSmallIsRefusedAtTheSubmit() {
        assertThatThrownBy(() -> submit(needing(2).queue("reserch")))
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContaining("FFB-2034")
                .hasMessageContaining("this site has no queue 'reserch'")
                .hasMessageContaining("Did you mean 'research'? It has default, research, small");
        assertThatThrownBy(() -> submit(needing(6).queue("small")))
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContaining("FFB-2035")
                .hasMessageContaining("need 6 cores together, and jobs in queue small may hold 4");
        assertThat(site.jdbc().queryForObject("select count(*) from job", Integer.class))
                .isZero();
    }

    @Test
    void aJobOfHighPriorityStartsNext() throws Exception {
        String holder = submit(needing(20));
        List<ExecutorTask> held = byHand.fetch(2);
        String first = submit(needing(20));
        awaitReason(first, "in queue default as number 1 of 1");
        String high = submit(needing(20).parameter("priority", 5));
        awaitReason(high, "in queue default as number 1 of 2 with priority 5");
        assertThat(site.waitReason(first)).contains("as number 2 of 2");

        byHand.succeed(held);

        awaitStatus(holder, "success");
        runs(high);
        runs(first);
    }

    @Test
    void anOperatorHasAJobComeNextBeforeAllQueues() throws Exception {
        String holder = submit(needing(20));
        List<ExecutorTask> held = byHand.fetch(2);
        String first = submit(needing(20).queue("research").parameter("priority", 100));
        awaitReason(first, "in queue research");
        String urgent = submit(needing(20));
        awaitReason(urgent, "it is the turn of queue research");

        try (CurrentActor.Scope olga = site.as("olga")) {
            assertThat(site.queues().moveToFront(urgent)).isTrue();
            assertThat(site.queues().moveToFront("202601021530450000071")).isFalse();
            assertThatThrownBy(() -> site.queues().moveToFront(holder))
                    .isInstanceOf(JobStateException.class)
                    .hasMessageStartingWith("FFB-6319 job " + holder + " is running");
        }

        awaitReason(urgent, "olga has moved it to the front at 20");
        byHand.succeed(held);
        awaitStatus(holder, "success");
        runs(urgent);
        assertThat(column(urgent, "front_time")).isEqualTo(0L);
        runs(first);
        assertThat(site.jdbc()
                        .queryForList(
                                "select job_id || ' ' || actor from audit_log where action = 'job_front'",
                                String.class))
                .containsExactly(urgent + " olga");
    }

    @Test
    void whoWaitsForItsQueueIsServedWhenItsLimitIsRaised() throws Exception {
        String first = submit(needing(4).queue("small"));
        List<ExecutorTask> held = byHand.fetch(2);
        String second = submit(needing(4).queue("small"));
        awaitReason(
                second,
                "its queue holds 4 cores (weight 1, nominal quota 4, borrowing limit 0)",
                "its queue may not hold more");

        site.queues().put(queue("small", 1, 4, new BigDecimal(4)));

        runs(second);
        byHand.succeed(held);
        awaitStatus(first, "success");
    }

    /** Of one queue, none is held up by another's limit; and who gives back wakes who waits for that. */
    @Test
    void whoWaitsForItsQueueIsServedWhenItsJobEnds() throws Exception {
        String first = submit(needing(4).queue("small"));
        List<ExecutorTask> held = byHand.fetch(2);
        String second = submit(needing(4).queue("small"));
        awaitReason(second, "its queue may not hold more");
        runs(submit(needing(16)));
        assertThat(site.waitReason(second)).contains("its queue may not hold more");

        byHand.succeed(held);

        awaitStatus(first, "success");
        runs(second);
    }

    /** The default queue has used much; while research runs on, that is forgotten, and nobody gives anything back. */
    @Test
    void whoseTurnComesWithTimeIsServedAtTheNextLook() throws Exception {
        site.jdbc().update("update job_queue set used = 7200000, used_time = ? where name = 'default'", clock.millis());
        String holder = submit(needing(12).queue("research"));
        List<ExecutorTask> held = byHand.fetch(2);
        String wide = submit(needing(18).queue("research"));
        awaitReason(wide, "in queue research as number 1 of 1");
        String narrow = submit(needing(4));
        awaitReason(narrow, "cores are kept for job " + wide);
        site.queues().look();
        assertThat(site.jobStatus(narrow)).isEqualTo("waiting");

        clock.forward(Duration.ofHours(1));
        site.queues().look();

        runs(narrow);
        stop(wide);
        byHand.succeed(held);
        awaitStatus(holder, "success");
    }

    private List<ExecutorTask> fetchOf(String job, int count) throws InterruptedException {
        List<ExecutorTask> taken = byHand.fetch(count);
        assertThat(taken).extracting(ExecutorTask::jobId).containsOnly(job);
        return taken;
    }

    @Test
    void aJobThatClaimsWhatIsItsQueuesPreemptsTheNewestThatHasBorrowed() throws Exception {
        String old = submit(needing(10));
        List<ExecutorTask> olds = fetchOf(old, 2);
        clock.forward(Duration.ofMinutes(1));
        String newer = submit(
                aJob().with("a").with("b", "a").parameter("task_cores", 5).parameter("task_parallelism", 1));
        byHand.succeed(fetchOf(newer, 2));
        List<ExecutorTask> preempted = fetchOf(newer, 2);
        String claiming = submit(needing(4).queue("small"));
        awaitReason(claiming, "in queue small");

        site.queues().look();

        List<ExecutorTask> its = fetchOf(claiming, 2);
        awaitReason(
                newer,
                "in queue default as number 1 of 1",
                "it was preempted at",
                "job " + claiming + " has claimed the nominal quota of queue small");
        assertThat(site.jobStatus(newer)).isEqualTo("waiting");
        assertThat(site.jobStatus(old)).isEqualTo("running");
        assertThat(preempted)
                .allSatisfy(task -> assertThat(site.executorTasks().complete("w", task.id(), TestWorker.succeeded()))
                        .isFalse());
        assertThat(site.jdbc()
                        .queryForList(
                                "select distinct component_name || ' ' || party_status || ' ' || error_report from task"
                                        + " where job_id = ? and task_version = 0 order by 1",
                                String.class,
                                newer))
                .containsExactly(
                        "a success ",
                        "b canceled preempted: job " + claiming
                                + " claims the nominal quota of queue small, which was borrowed; it waits to go on");
        assertThat(site.jdbc().queryForList("select job_id from audit_log where action = 'preempt'", String.class))
                .containsExactly(newer);
        site.queues().look();
        assertThat(site.jobStatus(old)).as("what is free is enough").isEqualTo("running");

        byHand.succeed(its);
        awaitStatus(claiming, "success");
        byHand.succeed(olds);
        awaitStatus(old, "success");
        List<ExecutorTask> again = fetchOf(newer, 2);
        assertThat(again).extracting(ExecutorTask::componentName).containsOnly("b");
        assertThat(again).extracting(ExecutorTask::taskVersion).containsOnly(1);
        byHand.succeed(again);
        awaitStatus(newer, "success");
    }

    @Test
    void whoWouldBorrowPreemptsNobody() throws Exception {
        String holder = submit(needing(20));
        List<ExecutorTask> held = fetchOf(holder, 2);
        String waiting = submit(needing(4).queue("research"));
        awaitReason(waiting, "in queue research");

        site.queues().look();

        assertThat(site.jobStatus(holder)).isEqualTo("running");
        assertThat(site.jobStatus(waiting)).isEqualTo("waiting");
        byHand.succeed(held);
        awaitStatus(holder, "success");
        runs(waiting);
    }

    @Test
    void aJobWhoseConfDoesNotLetItIsNotPreempted() throws Exception {
        String fixed = submit(needing(20).preemptible(false));
        List<ExecutorTask> held = fetchOf(fixed, 2);
        String claiming = submit(needing(4).queue("small"));
        awaitReason(claiming, "in queue small");

        site.queues().look();

        assertThat(site.jobStatus(fixed)).isEqualTo("running");
        site.jobs().updateParameters(claiming, common("{\"preemptible\": true}"), Json.object());
        byHand.succeed(held);
        awaitStatus(fixed, "success");
        runs(claiming);
    }

    @Test
    void twoWhoLookAtTheSameMomentPreemptOnce() throws Exception {
        String old = submit(needing(10));
        List<ExecutorTask> olds = fetchOf(old, 2);
        clock.forward(Duration.ofMinutes(1));
        String newer = submit(needing(10));
        fetchOf(newer, 2);
        String claiming = submit(needing(4).queue("small"));
        awaitReason(claiming, "in queue small");

        CompletableFuture.allOf(
                        CompletableFuture.runAsync(site.queues()::look),
                        CompletableFuture.runAsync(site.queues()::look))
                .get(LONG_ENOUGH.toSeconds(), TimeUnit.SECONDS);

        List<ExecutorTask> its = fetchOf(claiming, 2);
        assertThat(site.jdbc().queryForList("select job_id from audit_log where action = 'preempt'", String.class))
                .containsExactly(newer);
        byHand.succeed(its);
        awaitStatus(claiming, "success");
        byHand.succeed(olds);
        awaitStatus(old, "success");
        runs(newer);
    }

    @Test
    void aWaitingJobGoesToAnotherQueueAndIsServedThere() throws Exception {
        String holder = submit(needing(4).queue("small"));
        List<ExecutorTask> held = byHand.fetch(2);
        String job = submit(needing(4).queue("small").parameter("priority", 3));
        awaitReason(job, "its queue may not hold more");
        assertThatThrownBy(() -> site.jobs().updateParameters(job, common("{\"queue\": \"nowhere\"}"), Json.object()))
                .hasMessageContaining("FFB-2034");

        site.jobs().updateParameters(job, common("{\"queue\": \"research\"}"), Json.object());

        assertThat(column(job, "queue_name")).isEqualTo("research");
        assertThat(column(job, "priority")).isEqualTo(3);
        runs(job);
        byHand.succeed(held);
        awaitStatus(holder, "success");
    }

    private static ObjectNode common(String json) {
        ObjectNode parameters = Json.object();
        parameters.set("common", Json.read(json));
        return parameters;
    }

    @Test
    @Tag("slow")
    void howLongAJobWillRunIsLearnedFromThoseOfItsShapeUnlessItSaysSo() throws Exception {
        for (int i = 0; i < 3; i++) {
            String job = submit(needing(2));
            List<ExecutorTask> taken = byHand.fetch(2);
            clock.forward(Duration.ofMinutes(4));
            byHand.succeed(taken);
            awaitStatus(job, "success");
        }
        // nobody has reported these attempts as running: they took no time
        site.jdbc().update("update task set elapsed = 240000 where status = 'success'");
        String holder = submit(needing(20));
        List<ExecutorTask> held = byHand.fetch(2);

        String alike = submit(needing(20));
        String ofTheModule = submit(aJob().chainOf(3).parameter("task_cores", 10));
        String declared = submit(needing(20).parameter("expected_duration", 90));
        awaitReason(alike, "needs");
        awaitReason(ofTheModule, "needs");
        awaitReason(declared, "needs");

        assertThat((Long) column(alike, "expected_millis")).isBetween(240_000L, 400_000L);
        assertThat((Long) column(ofTheModule, "expected_millis")).isEqualTo(720_000L);
        assertThat(column(declared, "expected_millis")).isEqualTo(90_000L);
        stop(alike, ofTheModule, declared);
        byHand.succeed(held);
        awaitStatus(holder, "success");
    }

    @Test
    void theDoctorSeesWhatQueuesCannotKeep() throws Exception {
        String first = submit(needing(4).queue("small"));
        List<ExecutorTask> held = byHand.fetch(2);
        String second = submit(needing(4).queue("small"));
        awaitReason(second, "its queue may not hold more");
        assertThat(site.doctor().look()).isEmpty();

        site.queues().put(queue("research", 3, 17, null));
        assertThat(site.doctor().look())
                .singleElement()
                .satisfies(finding -> assertThat(finding.rule()).isEqualTo(Rule.QUEUES_PROMISE_TOO_MUCH))
                .satisfies(finding ->
                        assertThat(finding.what()).isEqualTo("nominal quotas of 21 cores, and the site has 20"));
        site.queues().put(queue("small", 1, 2, BigDecimal.ZERO));

        assertThat(site.doctor().look())
                .singleElement()
                .satisfies(finding -> assertThat(finding.rule()).isEqualTo(Rule.JOB_EXCEEDS_QUEUE))
                .satisfies(finding -> assertThat(finding.place()).isEqualTo("job " + second));
        awaitReason(second, "it does not start: its queue may not hold so many");
        stop(second);
        byHand.succeed(held);
        awaitStatus(first, "success");
    }
}

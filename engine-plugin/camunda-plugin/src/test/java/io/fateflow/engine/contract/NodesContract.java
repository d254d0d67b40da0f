package io.fateflow.engine.contract;

import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.executor.ExecutorTaskService;
import io.fateflow.engine.node.DatabaseClock;
import io.fateflow.engine.node.Node;
import io.fateflow.engine.node.SiteWorker;
import io.fateflow.engine.plugin.EngineTime;
import io.fateflow.operations.doctor.Rule;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What several workers and servers hold, and what becomes of it when they die, on any database. */
abstract class NodesContract extends SiteContract {

    private static final long LONG_AGO = Duration.ofHours(1).toMillis();

    @Test
    void twoFetchesNeverTakeTheSameTask() throws Exception {
        int jobs = 8;
        for (int i = 0; i < jobs; i++) {
            submit(aJob().with("a").parameter("task_cores", 1));
        }
        await().atMost(LONG_ENOUGH)
                .until(() ->
                        site().jdbc().queryForObject("select count(*) from act_ru_ext_task", Long.class) == 2L * jobs);

        List<ExecutorTask> taken = new ArrayList<>();
        ExecutorService workers = Executors.newFixedThreadPool(4);
        try {
            CyclicBarrier together = new CyclicBarrier(4);
            List<Callable<List<ExecutorTask>>> fetches = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                String worker = "w" + i + ":1";
                fetches.add(() -> {
                    together.await();
                    return site().executorTasks().fetch(worker, 2 * jobs, Duration.ZERO);
                });
            }
            for (Future<List<ExecutorTask>> fetch : workers.invokeAll(fetches)) {
                taken.addAll(fetch.get());
            }
        } finally {
            workers.shutdownNow();
        }

        assertThat(taken).hasSize(2 * jobs).extracting(ExecutorTask::id).doesNotHaveDuplicates();
        endAll(taken);
    }

    @Test
    void attemptsOfAWorkerThatIsSilentForTooLongAreLost() throws InterruptedException {
        seen("dead:1", "active");
        seen("alive:1", "active");
        String lost = submit(aJob().with("a").parameter("task_cores", 1));
        List<ExecutorTask> ofTheDead = fetchAs("dead:1", 2);
        String kept = submit(aJob().with("a").parameter("task_cores", 1));
        List<ExecutorTask> ofTheLiving = fetchAs("alive:1", 2);
        silent("dead:1", Duration.ofSeconds(16));

        takeOver();

        awaitStatus(lost, "failed");
        assertThat(tasksOf(lost)).anySatisfy(task -> {
            assertThat(task).containsEntry("exit_reason", "lost").containsEntry("worker_id", "dead");
            assertThat(String.valueOf(task.get("error_report"))).contains("FFB-4010", "dead", "What to do");
        });
        assertThat(site().executorTasks().heartbeat("dead:1", ofTheDead.get(0).id(), "127.0.0.1", 1))
                .as("the executor is still wanted")
                .isFalse();
        assertThat(site().executorTasks()
                        .heartbeat("alive:1", ofTheLiving.get(0).id(), "127.0.0.1", 1))
                .isTrue();
        endAll("alive:1", ofTheLiving);
        awaitStatus(kept, "success");
    }

    @Test
    void aLostAttemptIsMadeAgainByTheJobsOwnRetries() throws InterruptedException {
        seen("dead:1", "active");
        String job = submit(aJob().with("a").parameter("auto_retries", 1).parameter("auto_retry_delay", 0));
        fetchAs("dead:1", 2);
        silent("dead:1", Duration.ofSeconds(16));

        takeOver();

        List<ExecutorTask> again = fetch(2);
        assertThat(again).allSatisfy(task -> assertThat(task.taskVersion()).isEqualTo(1));
        succeed(again);
        awaitStatus(job, "success");
    }

    @Test
    void aWorkerThatHasSaidThatItGoesIsWaitedForLonger() throws InterruptedException {
        seen("away:1", "away");
        String job = submit(aJob().with("a"));
        List<ExecutorTask> taken = fetchAs("away:1", 2);
        silent("away:1", Duration.ofMinutes(9));

        takeOver();

        endAll("away:1", taken);
        awaitStatus(job, "success");
    }

    @Test
    void whatAWorkerHadNotedIsAnothersAndTheRestIsFree() throws InterruptedException {
        seen("old:1", "active");
        String job = submit(aJob().with("a"));
        List<ExecutorTask> taken = fetchAs("old:1", 2);
        String noted = taken.get(0).id();

        site().executorTasks().takeOver("new:1", List.of("old:1"), List.of(noted));

        List<ExecutorTask> free = fetchAs("other:1", 1);
        assertThat(free)
                .extracting(ExecutorTask::id)
                .containsExactly(taken.get(1).id());
        assertThat(site().executorTasks().heartbeat("old:1", noted, "127.0.0.1", 1))
                .isFalse();
        endAll("new:1", taken.subList(0, 1));
        endAll("other:1", free);
        awaitStatus(job, "success");
        assertThat(tasksOf(job)).extracting(task -> task.get("worker_id")).containsExactlyInAnyOrder("new", "other");
        assertThat(site().nodes().workers()).extracting(SiteWorker::id).doesNotContain("old:1");
    }

    @Test
    void aStartThatWasTakenOverGetsNothingByAFetchThatItHadLeftWaiting() throws Exception {
        seen("old:1", "active");
        ExecutorService old = Executors.newSingleThreadExecutor();
        try {
            Thread asking = old.submit(Thread::currentThread).get();
            Future<List<ExecutorTask>> left =
                    old.submit(() -> site().executorTasks().fetch("old:1", List.of(), 2, LONG_ENOUGH));
            await().atMost(LONG_ENOUGH).until(() -> asking.getState() == Thread.State.TIMED_WAITING);

            site().executorTasks().takeOver("new:1", List.of("old:1"), List.of());
            String job = submit(aJob().with("a"));

            endAll("new:1", fetchAs("new:1", 2));
            awaitStatus(job, "success");
            left.cancel(true);
        } finally {
            old.shutdownNow();
        }
    }

    @Test
    void whatAWorkerNeverHeardThatItGotIsAnothersAfterTheFirstHold() throws InterruptedException {
        String job = submit(aJob().with("a"));
        List<ExecutorTask> unheard = fetchAs("deaf:1", 2);
        lockedBefore(Duration.ofSeconds(110));
        assertThat(site().executorTasks().fetch("other:1", 2, Duration.ZERO)).isEmpty();
        lockedBefore(Duration.ofSeconds(11));

        List<ExecutorTask> taken = fetchAs("other:1", 2);

        assertThat(ids(taken)).containsExactlyInAnyOrderElementsOf(ids(unheard));
        assertThat(ids(unheard)).allSatisfy(id -> {
            assertThat(site().executorTasks().heartbeat("deaf:1", id, "127.0.0.1", 1))
                    .as("a late sign of life counts")
                    .isFalse();
            assertThat(site().executorTasks().complete("deaf:1", id, TestWorker.failed("late")))
                    .as("a late end counts")
                    .isFalse();
        });
        endAll("other:1", taken);
        awaitStatus(job, "success");
        assertThat(tasksOf(job))
                .allSatisfy(task ->
                        assertThat(task).containsEntry("worker_id", "other").containsEntry("task_version", 0));
    }

    @Test
    void whatAWorkerNeverHeardThatItGotIsInTheNextAnswer() throws InterruptedException {
        String job = submit(aJob().with("a"));
        List<ExecutorTask> lost = fetchAs("deaf:1", 2);
        String known = lost.get(0).id();
        String unknown = lost.get(1).id();
        ExecutorTaskService tasks = site().executorTasks();

        assertThat(tasks.fetch("deaf:1", ids(lost), 2, Duration.ZERO))
                .as("all were heard of")
                .isEmpty();
        assertThat(tasks.fetch("other:1", List.of(), 2, Duration.ZERO))
                .as("another worker")
                .isEmpty();
        assertThat(tasks.fetch("deaf:1", 2, Duration.ZERO))
                .as("a worker that does not say what it holds")
                .isEmpty();
        assertThat(ids(tasks.fetch("deaf:1", List.of(known), 2, Duration.ZERO))).containsExactly(unknown);
        assertThat(ids(tasks.fetch("deaf:1", List.of(), 1, Duration.ZERO)))
                .as("no more than there are places")
                .hasSize(1);

        ids(lost).forEach(id -> tasks.heartbeat("deaf:1", id, "127.0.0.1", 1));
        assertThat(tasks.fetch("deaf:1", List.of(), 2, Duration.ZERO))
                .as("it has said that they run")
                .isEmpty();
        String another = submit(aJob().with("b"));
        List<ExecutorTask> first = tasks.fetch("deaf:1", List.of(), 1, LONG_ENOUGH);
        assertThat(first).extracting(ExecutorTask::jobId).containsExactly(another);
        endAll("deaf:1", first);
        endAll("deaf:1", fetchAs("deaf:1", 1));
        awaitStatus(another, "success");
        endAll("deaf:1", lost);
        awaitStatus(job, "success");
        assertThat(tasksOf(job)).allSatisfy(task -> assertThat(task).containsEntry("task_version", 0));
    }

    @Test
    void theFirstSignOfLifeKeepsATaskForGood() throws InterruptedException {
        String job = submit(aJob().with("a"));
        List<ExecutorTask> taken = fetchAs("slow:1", 2);
        lockedBefore(Duration.ofSeconds(110));
        ids(taken).forEach(id -> assertThat(site().executorTasks().heartbeat("slow:1", id, "127.0.0.1", 1))
                .isTrue());
        lockedBefore(Duration.ofDays(365));

        assertThat(site().executorTasks().fetch("other:1", 2, Duration.ZERO)).isEmpty();

        endAll("slow:1", taken);
        awaitStatus(job, "success");
    }

    @Test
    void aServerWhoseClockIsAheadTakesNothingThatAnotherHasJustTaken() throws InterruptedException {
        Clock ownOfB = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(5));
        DatabaseClock clockOfB = new DatabaseClock(ownOfB, System::nanoTime);
        clockOfB.measure(site().jdbc());
        TestSite b = site().another(clockOfB);
        try {
            String job = submit(aJob().with("a"));
            List<ExecutorTask> taken = fetchAs("a:1", 2);

            EngineTime.follow(clockOfB);
            assertThat(b.executorTasks().fetch("b:1", 2, Duration.ZERO)).isEmpty();

            ids(taken).forEach(id -> assertThat(site().executorTasks().heartbeat("a:1", id, "127.0.0.1", 1))
                    .isTrue());
            endAll("a:1", taken);
            awaitStatus(job, "success");
        } finally {
            ClockUtil.reset();
            b.closeEngine();
        }
    }

    @Test
    void aServerWhoseClockIsOffIsAFindingThatNamesIt() {
        site().nodes().seen(new Node("quick", "http://127.0.0.1:1", "its-lock", "1", 0, 0, "", 300_000));
        site().nodes().seen(new Node("exact", "http://127.0.0.1:2", "other-lock", "1", 0, 0, "", -1_900));

        assertThat(site().doctor().look()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo(Rule.CLOCK_OFF);
            assertThat(finding.place()).isEqualTo("server quick");
            assertThat(finding.what()).contains("300.0 s ahead");
        });
        site().jdbc().update("delete from server_node");
    }

    @Test
    void aWorkerInALivingServerIsNotLostHoweverLongItIsSilent() throws InterruptedException {
        Node server = node("its-lock");
        site().nodes().seen(server);
        site().nodes().seen(new SiteWorker("busy:1", "here", "active", 4, 0, "", false, 0, "its-lock", null));
        String job = submit(aJob().with("a"));
        List<ExecutorTask> taken = fetchAs("busy:1", 2);
        silent("busy:1", Duration.ofHours(1));

        takeOver();
        ids(taken).forEach(id -> assertThat(site().executorTasks().heartbeat("busy:1", id, "127.0.0.1", 1))
                .as("is still wanted while its server lives")
                .isTrue());

        site().jdbc().update("update server_node set seen_time = seen_time - ?", LONG_AGO);
        takeOver();
        awaitStatus(job, "failed");
    }

    @Test
    void aWorkerWithoutDiskIsAFindingThatNamesPlaceAndRemedyAndOthersGoOn() throws InterruptedException {
        String trouble = "FFB-4001 only 3 MB are free in /data/jobs: give it more disk";
        site().nodes().seen(new SiteWorker("full:1", "machine-7", "active", 4, 0, trouble, false, 0, "", null));
        seen("other:1", "active");
        String job = submit(aJob().with("a"));

        assertThat(site().doctor().look()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo(Rule.WORKER_TROUBLE);
            assertThat(finding.place()).contains("full:1", "machine-7");
            assertThat(finding.what()).isEqualTo(trouble);
        });

        endAll("other:1", fetchAs("other:1", 2));
        awaitStatus(job, "success");
        site().nodes().seen(new SiteWorker("full:1", "machine-7", "active", 4, 0, "", false, 0, "", null));
        assertThat(site().doctor().look()).isEmpty();
    }

    @Test
    void aDrainedWorkerGetsNothing() throws InterruptedException {
        seen("tired:1", "active");
        assertThat(site().nodes().drain("tired", true)).isEqualTo(1);
        String job = submit(aJob().with("a"));
        await().atMost(LONG_ENOUGH)
                .until(() -> site().jdbc().queryForObject("select count(*) from act_ru_ext_task", Long.class) == 2);

        assertThat(site().executorTasks().fetch("tired:1", 2, Duration.ZERO)).isEmpty();
        assertThat(seen("tired:1", "active")).as("is to drain").isTrue();

        site().nodes().drain("tired", false);
        endAll("tired:1", fetchAs("tired:1", 2));
        awaitStatus(job, "success");
    }

    @Test
    void nobodyIsJudgedWhoWasReadAsSilentAfterAllStoodStill() throws InterruptedException {
        site().nodes().seen(node("its-lock"));
        seen("alive:1", "active");
        String job = submit(aJob().with("a"));
        List<ExecutorTask> taken = fetchAs("alive:1", 2);
        site().jdbc().update("update server_node set seen_time = seen_time - ?", LONG_AGO);
        silent("alive:1", Duration.ofMinutes(1));

        site().nodes().buryNodes(() -> false);
        site().nodes().buryWorkers(() -> false);

        assertThat(site().nodes().nodes()).hasSize(1);
        endAll("alive:1", taken);
        awaitStatus(job, "success");
        site().jdbc().update("delete from server_node");
    }

    @Test
    void theJobsThatADeadServerHadBegunAreFree() {
        serverThatHasBegunAJob();
        site().jdbc().update("update server_node set seen_time = seen_time - ?", LONG_AGO);

        takeOver();

        assertThat(site().nodes().nodes()).isEmpty();
        assertThatItsJobIsFree();
    }

    @Test
    void theJobsThatAServerHasTakenAreFreeAtOnceWhenItGoes() {
        Node server = serverThatHasBegunAJob();

        site().nodes().gone(server);

        assertThat(site().nodes().nodes()).isEmpty();
        assertThatItsJobIsFree();
    }

    @Test
    void theJobsThatAServerHadBegunAreFreeWhenItIsStartedAgain() {
        serverThatHasBegunAJob();
        Node again = node("another-lock");

        site().nodes().started(again);

        assertThatItsJobIsFree();
        site().nodes().gone(again);
    }

    /** The engine itself would never take this job: it is due in a thousand years. */
    private Node serverThatHasBegunAJob() {
        Node server = node("its-lock");
        site().nodes().seen(server);
        site().jdbc()
                .update("insert into act_ru_job (id_, rev_, type_, retries_, suspension_state_, lock_owner_,"
                        + " lock_exp_time_, process_def_key_, duedate_) values ('j1', 1, 'timer', 0, 1, 'its-lock',"
                        + " timestamp '2999-01-01 00:00:00', 'x', timestamp '2999-01-01 00:00:00')");
        return server;
    }

    private static Node node(String lockOwner) {
        return new Node("other", "http://127.0.0.1:1", lockOwner, "1", 0, 0, "", 0);
    }

    private void assertThatItsJobIsFree() {
        assertThat(site().jdbc()
                        .queryForList("select id_ from act_ru_job where lock_owner_ = 'its-lock'", String.class))
                .isEmpty();
        site().jdbc().update("delete from act_ru_job where id_ = 'j1'");
    }

    private boolean seen(String worker, String mode) {
        return site().nodes().seen(new SiteWorker(worker, "here", mode, 4, 0, "", false, 0, "", null));
    }

    private void silent(String worker, Duration silence) {
        site().jdbc()
                .update("update worker set seen_time = seen_time - ? where worker_id = ?", silence.toMillis(), worker);
    }

    /** All tasks were taken so much earlier. */
    private void lockedBefore(Duration earlier) {
        site().jdbc()
                .query(
                        "select id_, lock_exp_time_ from act_ru_ext_task",
                        (row, number) ->
                                Map.entry(row.getString(1), row.getTimestamp(2).toInstant()))
                .forEach(task -> site().jdbc()
                        .update(
                                "update act_ru_ext_task set lock_exp_time_ = ? where id_ = ?",
                                Timestamp.from(task.getValue().minus(earlier)),
                                task.getKey()));
    }

    private static List<String> ids(List<ExecutorTask> tasks) {
        return tasks.stream().map(ExecutorTask::id).toList();
    }

    private List<ExecutorTask> fetchAs(String worker, int count) throws InterruptedException {
        List<ExecutorTask> taken = new ArrayList<>();
        long deadline = System.nanoTime() + LONG_ENOUGH.toNanos();
        while (taken.size() < count && System.nanoTime() < deadline) {
            taken.addAll(site().executorTasks().fetch(worker, count - taken.size(), Duration.ofSeconds(1)));
        }
        assertThat(taken).hasSize(count);
        return taken;
    }

    private void endAll(String worker, List<ExecutorTask> taken) {
        taken.forEach(task -> assertThat(site().executorTasks().complete(worker, task.id(), TestWorker.succeeded()))
                .isTrue());
    }

    /** Whoever holds them. */
    private void endAll(List<ExecutorTask> taken) {
        taken.forEach(task -> {
            String holder = site().jdbc()
                    .queryForObject("select worker_id_ from act_ru_ext_task where id_ = ?", String.class, task.id());
            endAll(holder, List.of(task));
        });
        await().atMost(LONG_ENOUGH)
                .until(() ->
                        site().jdbc().queryForObject("select count(*) from job where status <> 'success'", Long.class)
                                == 0);
    }

    private List<Map<String, Object>> tasksOf(String job) {
        return site().jdbc()
                .queryForList(
                        "select worker_id, exit_reason, error_report, task_version from task where job_id = ?", job);
    }

    private void takeOver() {
        site().nodes().buryNodes(() -> true);
        site().nodes().buryWorkers(() -> true);
    }
}

package io.fateflow.engine.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.cmd.AcquireJobsCmd;
import org.camunda.bpm.engine.impl.jobexecutor.AcquiredJobs;
import org.camunda.bpm.engine.impl.jobexecutor.JobExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Many jobs wait behind one that can't be served now: they cost those that can nothing, and nobody is forgotten. */
abstract class BacklogContract {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

    private final ReadRows read = new ReadRows();

    private TestSite site;
    private final ByHand byHand = new ByHand(() -> site);

    abstract Database database();

    @BeforeEach
    void openSite() {
        site = TestSite.watched(database(), read::around);
    }

    @AfterEach
    void nothingIsLeft() {
        try {
            Invariants.assertNothingIsLeft(site);
        } finally {
            site.close();
        }
    }

    @Test
    void whatAJobReadsDoesNotGrowWithThoseThatWait() throws Exception {
        String holder = submit(aJob().with("a").parameter("task_cores", 1));
        List<ExecutorTask> held = byHand.fetch(2);
        List<String> waiting = new ArrayList<>(backlog(5));
        runSmall();
        long withFew = rowsOfASmallJob();

        waiting.addAll(backlog(150));
        long withMany = rowsOfASmallJob();

        assertThat(withMany)
                .as("rows read and changed, with 5 waiting: %d", withFew)
                .isLessThan(withFew + 60);
        waiting.forEach(job -> site.jobs().stop(job, "canceled"));
        byHand.succeed(held);
        awaitStatus(holder, "success");
        waiting.forEach(job -> awaitStatus(job, "canceled"));
    }

    /** More than are woken at once: each that is served has the next one woken. */
    @Test
    void allThatFitAreServedWithoutAnotherRelease() throws Exception {
        site.maintenance().begin("until many wait");
        List<String> jobs = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            jobs.add(submit(aJob().with("a").parameter("task_cores", 1).parameter("task_parallelism", 1)));
        }
        jobs.forEach(job -> await().atMost(LONG_ENOUGH)
                .until(() -> site.jdbc()
                                .queryForObject(
                                        "select count(*) from job where job_id = ? and wait_reason is not null",
                                        Integer.class,
                                        job)
                        > 0));
        site.jdbc().update("update engine_registry set cores = 1000, remaining_cores = 1000");

        site.maintenance().end();

        jobs.forEach(job -> awaitStatus(job, "running"));
        site.jdbc().update("update engine_registry set cores = 20, remaining_cores = remaining_cores - 980");
        byHand.succeed(byHand.fetch(60));
        jobs.forEach(job -> awaitStatus(job, "success"));
    }

    /** The steps of what runs do not stand behind those of all that want to start. */
    @Test
    void whatRunsComesBeforeWhatWantsToStart() throws Exception {
        JobExecutor steps =
                ((ProcessEngineConfigurationImpl) site.engine().getProcessEngineConfiguration()).getJobExecutor();
        String running = submit(aJob().with("a").with("b", "a").parameter("task_cores", 5));
        List<ExecutorTask> first = byHand.fetch(2);
        String woken = submit(aJob().with("a").parameter("task_cores", 10).parameter("task_parallelism", 1));
        awaitReason(woken, running);
        steps.shutdown();
        List<String> others = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            others.add(submit(aJob().with("a").parameter("task_cores", 1)));
        }

        byHand.succeed(first);
        site.engine()
                .getRuntimeService()
                .createMessageCorrelation("resources released")
                .processInstanceBusinessKey(woken)
                .correlate();

        List<String> next = nextSteps();
        steps.start();

        assertThat(next).hasSize(4).contains("resources_are_released");
        assertThat(next).filteredOn(step -> step.startsWith("c_")).hasSize(1);
        site.jdbc().update("update act_ru_job set lock_owner_ = null, lock_exp_time_ = null");
        try (TestWorker worker = TestWorker.succeeding(site)) {
            others.forEach(job -> awaitStatus(job, "success"));
            awaitStatus(running, "success");
            awaitStatus(woken, "success");
        }
    }

    /** Whatever holders come and go: the reason is that of the moment. */
    @Test
    void aWaitingJobNamesNobodyWhoIsGone() throws Exception {
        String gone = submit(aJob().with("a").parameter("task_cores", 1));
        List<ExecutorTask> ofGone = byHand.fetch(2);
        String stays = submit(aJob().with("a").parameter("task_cores", 1));
        List<ExecutorTask> ofStays = byHand.fetch(2);
        String waiting = backlog(1).get(0);
        assertThat(site.waitReason(waiting)).contains("it needs 20 cores", "free are 16 cores", gone, stays);

        byHand.succeed(ofGone);
        awaitStatus(gone, "success");

        assertThat(site.waitReason(waiting))
                .contains("it needs 20 cores", "free are 18 cores", stays)
                .doesNotContain(gone);
        byHand.succeed(ofStays);
        byHand.succeed(byHand.fetch(2));
        awaitStatus(waiting, "success");
    }

    @Test
    void whoWaitsForAJobThatIsSuspendedWhileItWaitsIsServed() throws Exception {
        String holder = submit(aJob().with("a").parameter("task_cores", 1));
        List<ExecutorTask> held = byHand.fetch(2);
        String starved = backlog(1).get(0);
        site.jdbc().update("update job set wait_since = 1 where job_id = ?", starved);
        String small = submit(aJob().with("a").parameter("task_cores", 1));
        awaitReason(small, "job " + starved + " has waited for longer than PT10M, and cores are kept for it");

        site.jobs().suspend(starved);

        byHand.succeed(byHand.fetch(2));
        awaitStatus(small, "success");
        byHand.succeed(held);
        awaitStatus(holder, "success");
        site.jobs().stop(starved, "canceled");
        awaitStatus(starved, "canceled");
    }

    @Test
    void whoWaitsForAJobThatIsStoppedWhileItWaitsIsServed() throws Exception {
        String holder = submit(aJob().with("a").parameter("task_cores", 1));
        List<ExecutorTask> held = byHand.fetch(2);
        String starved = backlog(1).get(0);
        site.jdbc().update("update job set wait_since = 1 where job_id = ?", starved);
        String small = submit(aJob().with("a").parameter("task_cores", 1));
        awaitReason(small, starved);

        site.jobs().stop(starved, "canceled");

        byHand.succeed(byHand.fetch(2));
        awaitStatus(small, "success");
        byHand.succeed(held);
        awaitStatus(holder, "success");
    }

    /** Each wants all there is. */
    private List<String> backlog(int size) {
        List<String> jobs = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            jobs.add(submit(aJob().with("a").parameter("task_cores", 10).parameter("task_parallelism", 1)));
        }
        jobs.forEach(job -> awaitReason(job, "needs"));
        return jobs;
    }

    private long rowsOfASmallJob() throws InterruptedException {
        // the job executor looks around in between: the least of some looks is the job's own
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            read.count();
            runSmall();
            least = Math.min(least, read.count());
        }
        return least;
    }

    private void runSmall() throws InterruptedException {
        String small = submit(aJob().with("a").parameter("task_cores", 1));
        byHand.succeed(byHand.fetch(2));
        awaitStatus(small, "success");
    }

    private String submit(JobFixture job) {
        return site.jobs().submit(job.submission()).jobId();
    }

    private void awaitReason(String job, String text) {
        await().atMost(LONG_ENOUGH)
                .untilAsserted(() -> assertThat(site.waitReason(job)).contains(text));
    }

    private void awaitStatus(String job, String status) {
        await().atMost(LONG_ENOUGH)
                .untilAsserted(() -> assertThat(site.jobStatus(job)).isEqualTo(status));
    }

    /** What the engine would do next, at most as many steps as are taken at once. */
    private List<String> nextSteps() {
        ProcessEngineConfigurationImpl configuration =
                (ProcessEngineConfigurationImpl) site.engine().getProcessEngineConfiguration();
        AcquiredJobs taken = configuration
                .getCommandExecutorTxRequired()
                .execute(new AcquireJobsCmd(configuration.getJobExecutor()));
        return taken.getJobIdBatches().stream()
                .flatMap(List::stream)
                .map(id -> site.jdbc()
                        .queryForObject(
                                "select d.act_id_ from act_ru_job a join act_ru_jobdef d on d.id_ = a.job_def_id_"
                                        + " where a.id_ = ?",
                                String.class,
                                id))
                .toList();
    }
}

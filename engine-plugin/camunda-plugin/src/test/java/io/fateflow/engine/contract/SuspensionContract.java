package io.fateflow.engine.contract;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.engine.audit.CurrentActor;
import io.fateflow.engine.job.JobStateException;
import io.fateflow.operations.doctor.Finding;
import io.fateflow.operations.doctor.Rule;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Jobs are suspended and resumed, and the whole site is, on any database. */
abstract class SuspensionContract extends SiteContract {

    @Test
    void aSuspendedJobEndsWhatRunsAndStartsNothingMore() throws InterruptedException {
        String job = submit(aJob().with("a").with("b", "a").with("c", "a").parameter("task_parallelism", 2));
        List<ExecutorTask> running = fetch(2);
        suspendAs("alice", job);

        succeed(running);

        awaitComponentsWaiting(job, 2);
        assertThat(site().jdbc()
                        .queryForList(
                                "select distinct wait_reason from task where job_id = ? and status = 'waiting'",
                                String.class,
                                job))
                .singleElement()
                .asString()
                .startsWith("suspended by alice since 20");
        assertThat(waitReason(job)).startsWith("suspended by alice since 20");
        assertThat(site().jobStatus(job)).isEqualTo("running");

        assertThat(site().jobs().resume(job)).isTrue();

        succeed(fetch(4));
        awaitStatus(job, "success");
        assertThat(waitReason(job)).isNull();
    }

    @Test
    void aResumedJobTakesNoMoreSlotsThanItHas() throws InterruptedException {
        String job = submit(aJob().with("a").with("b", "a").with("c", "a").with("d", "a"));
        List<ExecutorTask> running = fetch(2);
        suspendAs("alice", job);
        succeed(running);
        awaitComponentsWaiting(job, 3);

        site().jobs().resume(job);

        for (int i = 0; i < 3; i++) {
            List<ExecutorTask> one = fetch(2);
            assertThat(one.get(0).componentName()).isEqualTo(one.get(1).componentName());
            assertThat(site().executorTasks().fetch("w", 1, Duration.ZERO)).isEmpty();
            succeed(one);
        }
        awaitStatus(job, "success");
    }

    @Test
    void aJobThatIsSuspendedBeforeItStartsIsNotAdmittedAndLetsOthersPass() throws InterruptedException {
        site().maintenance().begin("");
        String first = submit(aJob().with("a").parameter("task_cores", 8));
        await().atMost(LONG_ENOUGH).until(() -> waitReason(first) != null);
        suspendAs("alice", first);
        String second = submit(aJob().with("a").parameter("task_cores", 8));
        await().atMost(LONG_ENOUGH).until(() -> waitReason(second) != null);
        site().maintenance().end();

        List<ExecutorTask> passing = fetch(2);
        assertThat(passing).allMatch(task -> task.jobId().equals(second));
        assertThat(site().jobStatus(first)).isEqualTo("waiting");
        assertThat(waitReason(first)).startsWith("suspended by alice");
        succeed(passing);
        awaitStatus(second, "success");

        site().jobs().resume(first);
        succeed(fetch(2));
        awaitStatus(first, "success");
    }

    /** As Cockpit and engine REST do it. */
    @Test
    void suspendingTheProcessInstanceSuspendsTheJobAndActivatingItResumesIt() throws InterruptedException {
        String job = submit(aJob().with("a").with("b", "a"));
        List<ExecutorTask> running = fetch(2);
        suspendInstanceAs("alice", instanceOf(job, "fate-job"));

        succeed(running);

        awaitComponentsWaiting(job, 1);
        assertThat(waitReason(job)).startsWith("suspended by alice since 20");
        assertThat(site().jobStatus(job)).isEqualTo("running");
        assertThat(suspendedInTheEngine()).isZero();
        assertThat(site().doctor().look()).isEmpty();

        site().engine().getRuntimeService().activateProcessInstanceById(instanceOf(job, "fate-job"));

        succeed(fetch(2));
        awaitStatus(job, "success");
        assertThat(site().jdbc()
                        .queryForList(
                                "select action || ' ' || outcome from audit_log where action in ('suspend', 'resume')"
                                        + " order by id",
                                String.class))
                .containsExactly("suspend done", "resume done");
    }

    /** Of the last component, too: a suspended process could not take it. */
    @ParameterizedTest
    @ValueSource(strings = {"fate-job", "fate-dag", "fate-task", "fate-party-task"})
    void whatRunsWhenAProcessInstanceIsSuspendedEnds(String process) throws InterruptedException {
        String job = submit(aJob().with("a"));
        List<ExecutorTask> running = fetch(2);

        suspendInstanceAs("alice", instanceOf(job, process));

        assertThat(waitReason(job)).startsWith("suspended by alice since 20");
        succeed(running);
        awaitStatus(job, "success");
    }

    @Test
    void aJobWhoseProcessInstanceIsSuspendedWhileItWaitsLetsOthersPassAndCanBeStopped() throws InterruptedException {
        String holder = submit(aJob().with("a").parameter("task_cores", 8));
        List<ExecutorTask> held = fetch(2);
        String first = submit(aJob().with("a").parameter("task_cores", 8));
        await().atMost(LONG_ENOUGH).until(() -> waitReason(first) != null);
        suspendInstanceAs("alice", instanceOf(first, "fate-job"));
        String second = submit(aJob().with("a").parameter("task_cores", 8));
        await().atMost(LONG_ENOUGH).until(() -> waitReason(second) != null);

        succeed(held);
        succeed(fetch(2));
        awaitStatus(holder, "success");
        awaitStatus(second, "success");
        assertThat(site().jobStatus(first)).isEqualTo("waiting");

        site().jobs().stop(first, "canceled");
        awaitStatus(first, "canceled");
    }

    @Test
    void theProcessInstanceOfAnEndedJobCannotBeSuspended() throws InterruptedException {
        String job = submit(aJob().with("a"));
        site().executorTasks().complete("w", fetch(2).get(0).id(), TestWorker.failed("x"));
        awaitStatus(job, "failed");

        assertThatThrownBy(() -> suspendInstanceAs("alice", instanceOf(job, "fate-job")))
                .hasMessageContainingAll("FFB-3020", "is failed");
        assertThat(suspendedInTheEngine()).isZero();
    }

    /** As an earlier version left it. */
    @Test
    void theDoctorFindsASuspendedProcessOfARunningJobAndActivatesIt() throws InterruptedException {
        String job = submit(aJob().with("a"));
        List<ExecutorTask> running = fetch(2);
        site().jdbc()
                .update(
                        "update act_ru_execution set suspension_state_ = 2 where proc_inst_id_ = ?",
                        instanceOf(job, "fate-job"));

        List<Finding> found = site().doctor().look();

        assertThat(found).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo(Rule.PROCESS_SUSPENDED);
            assertThat(finding.place()).contains(job);
        });
        assertThat(site().repairs().carryOut(found.get(0))).isTrue();
        assertThat(site().doctor().look()).isEmpty();
        succeed(running);
        awaitStatus(job, "success");
    }

    private String instanceOf(String job, String process) {
        return site().jdbc()
                .queryForList(
                        "select e.id_ from act_ru_execution e join act_re_procdef d on d.id_ = e.proc_def_id_"
                                + " join act_ru_execution r on r.id_ = e.root_proc_inst_id_ where e.parent_id_ is null"
                                + " and d.key_ like ? and r.business_key_ like ? order by e.id_",
                        String.class,
                        process + "%",
                        job + "%")
                .get(0);
    }

    private int suspendedInTheEngine() {
        return site().jdbc()
                .queryForObject(
                        "select (select count(*) from act_ru_execution where suspension_state_ = 2)"
                                + " + (select count(*) from act_ru_job where suspension_state_ = 2)"
                                + " + (select count(*) from act_ru_ext_task where suspension_state_ = 2)",
                        Integer.class);
    }

    private void suspendInstanceAs(String name, String instanceId) {
        try (CurrentActor.Scope actor = site().as(name)) {
            site().engine().getRuntimeService().suspendProcessInstanceById(instanceId);
        }
    }

    @Test
    void suspendingAndResumingTwiceIsSuspendingAndResumingOnce() throws InterruptedException {
        String job = submit(aJob().with("a"));
        List<ExecutorTask> running = fetch(2);
        assertThat(site().jobs().resume(job)).isTrue();
        suspendAs("alice", job);
        suspendAs("bob", job);
        assertThat(waitReason(job)).contains("alice");
        succeed(running);
        awaitStatus(job, "success");

        assertThatThrownBy(() -> site().jobs().suspend(job))
                .isInstanceOf(JobStateException.class)
                .hasMessageContainingAll("FFB-3020", "is success");
        assertThat(site().jobs().suspend("202601010000000000000")).isFalse();
        assertThat(site().jobs().resume("202601010000000000000")).isFalse();
        assertThat(site().jdbc()
                        .queryForList(
                                "select outcome from audit_log where action in ('suspend', 'resume') order by id",
                                String.class))
                .containsExactly("nothing_to_do", "done", "nothing_to_do");
    }

    @Test
    void aSuspendedJobCanBeStopped() throws InterruptedException {
        String job = submit(aJob().with("a").with("b", "a"));
        List<ExecutorTask> running = fetch(2);
        suspendAs("alice", job);
        succeed(running);
        awaitComponentsWaiting(job, 1);

        site().jobs().stop(job, "canceled");

        awaitStatus(job, "canceled");
        assertThat(waitReason(job)).isNull();
        assertThat(site().jdbc().queryForList("select suspended_by from job where suspended_by is not null"))
                .isEmpty();
    }

    @Test
    void duringMaintenanceNoJobIsAdmittedAndWhatRunsGoesOn() throws InterruptedException {
        String running = submit(aJob().with("a").with("b", "a"));
        List<ExecutorTask> first = fetch(2);
        try (CurrentActor.Scope alice = site().as("alice")) {
            site().maintenance().begin("new disks");
        }

        String waiting = submit(aJob().with("a"));
        succeed(first);
        succeed(fetch(2));

        awaitStatus(running, "success");
        await().atMost(LONG_ENOUGH).until(() -> waitReason(waiting) != null);
        assertThat(waitReason(waiting))
                .startsWith("the site admits no jobs: maintenance by alice since 20")
                .endsWith(": new disks");
        assertThat(site().maintenance().state()).hasValueSatisfying(state -> {
            assertThat(state.by()).isEqualTo("alice");
            assertThat(state.reason()).isEqualTo("new disks");
        });

        site().maintenance().end();

        succeed(fetch(2));
        awaitStatus(waiting, "success");
        assertThat(site().maintenance().state()).isEmpty();
    }

    private void suspendAs(String name, String job) {
        try (CurrentActor.Scope actor = site().as(name)) {
            assertThat(site().jobs().suspend(job)).isTrue();
        }
    }

    private void awaitComponentsWaiting(String job, int count) {
        await().atMost(LONG_ENOUGH)
                .until(() -> site().jdbc()
                                .queryForObject(
                                        "select count(distinct task_id) from task where job_id = ? and wait_reason is not null",
                                        Integer.class,
                                        job)
                        == count);
    }
}

package io.fateflow.engine.contract;

import java.time.Duration;
import java.util.List;

import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.runtime.Job;
import org.junit.jupiter.api.Test;

import io.fateflow.federation.wire.Answer;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.ForeignInitiator.JOB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a job of another site holds here comes back if that site forgets it, or is not heard of any more. */
abstract class ForeignWatchContract extends ForeignContract {

    private static final Duration NOT_LONG = Duration.ofMinutes(9);
    private static final Duration SOME_MORE = Duration.ofMinutes(2);

    @Test
    void aReservationThatIsNotFollowedByAStartRunsOut() {
        reserved();
        forward(NOT_LONG);
        look();
        assertThat(coresHeld()).isEqualTo(4);

        forward(SOME_MORE);
        look();

        assertThat(coresHeld()).isZero();
        assertThat(watches()).isZero();
        assertThat(initiator().questions()).isZero();
        assertThat(jobStatus()).isEqualTo("waiting");
        assertThat(job("start").retcode()).isZero();
        assertThat(coresHeld()).isEqualTo(4);
        job("stop/canceled");
    }

    @Test
    void aReservationThatHasRunOutIsNotMadeAgainByAStartIfOthersHaveTheCores() {
        reserved();
        forward(NOT_LONG.plus(SOME_MORE));
        look();
        site().jdbc().update("update engine_registry set cores = 3, remaining_cores = 3");

        assertThat(job("start").retmsg()).contains("needs 4 cores");

        assertThat(jobStatus()).isEqualTo("waiting");
        assertThat(coresHeld()).isZero();
        job("stop/canceled");
    }

    @Test
    void whatRunsIsNotFreedWhileItsInitiatorConfirmsIt() throws InterruptedException {
        startAdd();
        ExecutorTask attempt = fetch();

        for (int i = 1; i <= 3; i++) {
            forward(NOT_LONG);
            look();
            assertThat(initiator().questions()).isEqualTo(i);
        }

        endsWell(attempt);
    }

    @Test
    void anInitiatorThatFallsSilentIsNoticedAndItsJobFailsHere() throws InterruptedException {
        startAdd();
        ExecutorTask attempt = fetch();
        awaitReported("running");
        initiator().goDown();
        look();
        forward(NOT_LONG);
        look();
        assertThat(jobStatus()).isEqualTo("running");

        forward(SOME_MORE);
        look();

        assertThat(jobStatus()).isEqualTo("failed");
        assertThat(site().jdbc().queryForObject("select error_report from job", String.class))
                .contains(
                        "FFB-3005",
                        "host 10000",
                        "its initiator, guest 9999",
                        "since 20",
                        "party 9999 can't be reached");
        assertThat(coresHeld()).isZero();
        assertThat(watches()).isZero();
        assertThat(site().executorTasks().complete("w", attempt.id(), TestWorker.succeeded()))
                .isFalse();
        initiator().comeBack();
        awaitReported("running", "failed");
    }

    @Test
    void theEndThatASilentInitiatorTellsLaterTakesThePlaceOfOurs() {
        startAdd();
        initiator().goDown();
        look();
        forward(NOT_LONG.plus(SOME_MORE));
        look();
        assertThat(jobStatus()).isEqualTo("failed");
        initiator().comeBack();

        assertThat(job("status/canceled").retcode()).isZero();

        assertThat(jobStatus()).isEqualTo("canceled");
        assertThat(job("status/success")).isEqualTo(Answer.notEffective());
        assertThat(coresHeld()).isZero();
    }

    @Test
    void anAttemptThatItHadNotStartedYetFailsWithIt() {
        reserved();
        job("start");
        task("status/running");
        initiator().goDown();
        look();
        forward(NOT_LONG.plus(SOME_MORE));
        look();

        assertThat(site().jdbc().queryForList("select party_status from task", String.class))
                .containsExactly("failed");
        assertThat(coresHeld()).isZero();
        initiator().comeBack();
        awaitReported("running", "failed");
    }

    @Test
    void anInitiatorThatComesBackInTimeChangesNothing() throws InterruptedException {
        startAdd();
        ExecutorTask attempt = fetch();
        awaitReported("running");
        initiator().goDown();
        look();
        forward(NOT_LONG);
        initiator().comeBack();
        look();
        initiator().goDown();
        forward(NOT_LONG);
        look();
        assertThat(jobStatus()).isEqualTo("running");
        initiator().comeBack();

        endsWell(attempt);
    }

    private void reserved() {
        job("create", CREATE_ADD);
        job("status/waiting");
        assertThat(job("resource/apply").retcode()).isZero();
        assertThat(coresHeld()).isEqualTo(4);
    }

    private void endsWell(ExecutorTask attempt) {
        assertThat(coresHeld()).isEqualTo(4);
        assertThat(site().executorTasks().complete("w", attempt.id(), TestWorker.succeeded()))
                .isTrue();
        awaitReported("running", "success");
        assertThat(job("status/success").retcode()).isZero();
        assertThat(coresHeld()).isZero();
        assertThat(watches()).isZero();
    }

    /** Has the site look after the job, as if the time had come, and waits until it has. */
    private void look() {
        ManagementService management = site().engine().getManagementService();
        Job timer = ofWatch().get(0);
        management.setJobDuedate(timer.getId(), null);
        await().atMost(LONG_ENOUGH).until(() -> ofWatch().stream()
                .allMatch(job -> job.getDuedate() != null && !job.getId().equals(timer.getId())));
    }

    private List<Job> ofWatch() {
        return site().engine()
                .getManagementService()
                .createJobQuery()
                .processDefinitionKey("fate-foreign-job")
                .list();
    }

    private long watches() {
        return site().engine()
                .getRuntimeService()
                .createProcessInstanceQuery()
                .processDefinitionKey("fate-foreign-job")
                .processInstanceBusinessKey(JOB + "|host|10000")
                .count();
    }

    private int coresHeld() {
        Integer held = site().jdbc()
                .queryForObject("select cast(cores - remaining_cores as integer) from engine_registry", Integer.class);
        assertThat(held)
                .isEqualTo(site().jdbc()
                        .queryForObject(
                                "select cast(coalesce(sum(cores), 0) as integer) from resource_lease where kind = 'job'",
                                Integer.class));
        return held;
    }
}

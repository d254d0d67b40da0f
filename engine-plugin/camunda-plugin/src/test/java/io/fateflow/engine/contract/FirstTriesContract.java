package io.fateflow.engine.contract;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.camunda.bpm.engine.history.HistoricJobLog;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.jobexecutor.JobExecutor;
import org.camunda.bpm.engine.runtime.Job;
import org.camunda.bpm.engine.runtime.ProcessInstance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.fateflow.operations.doctor.Finding;
import io.fateflow.operations.doctor.Rule;
import io.fateflow.operations.doctor.Severity;

import static io.fateflow.engine.contract.ThreeSites.ARBITER;
import static io.fateflow.engine.contract.ThreeSites.GUEST;
import static io.fateflow.engine.contract.ThreeSites.HOST;
import static io.fateflow.engine.contract.ThreeSites.patiently;
import static org.assertj.core.api.Assertions.assertThat;

/** What is told to another site: at once it costs no process; what does not get through has one, as if it had always had. */
abstract class FirstTriesContract extends FederatedContract {

    private static final String FIRST_TRIES =
            "select handler_cfg_ from act_ru_job where handler_type_ = 'fate-first-try'";

    /** Sites do not come back from their executors' end by themselves. */
    @BeforeEach
    @AfterEach
    void everySiteDoesItsSteps() {
        for (long party : List.of(GUEST, HOST, ARBITER)) {
            executor(party).start();
        }
    }

    @Test
    void whatGetsThroughAtOnceIsNoProcess() {
        sites.workAtAll();

        String job = sites.submit();

        sites.awaitStatus(job, "success");
        sites.assertNothingIsLeft();
        for (long party : List.of(GUEST, HOST, ARBITER)) {
            assertThat(processesOf(party, job)).as("at %d", party).isZero();
        }
    }

    @Test
    void whatDoesNotGetThroughIsAProcessWhoseStepHasFailedOnce() {
        sites.network().lose(call -> call.action().equals("host/10000/start"));

        String job = sites.submit();

        Job step = patiently().until(this::failed, failed -> failed != null);
        assertThat(step.getRetries()).as("of 35, those of the process").isBetween(30, 34);
        assertThat(step.getDuedate()).as("it is not tried again at once").isNotNull();
        assertThat(step.getExceptionMessage()).contains("FFB-6402", "host 10000", "start");
        ProcessInstance process = sites.guest()
                .engine()
                .getRuntimeService()
                .createProcessInstanceQuery()
                .processInstanceId(step.getProcessInstanceId())
                .singleResult();
        assertThat(process.getBusinessKey()).startsWith(job + "|host|10000|").endsWith("|start");
        assertThat(sites.guest().jdbc().queryForList(FIRST_TRIES + " and handler_cfg_ like ?", "%|host|%"))
                .as("the arbiter's may still be on its way")
                .isEmpty();
        patiently().until(() -> sites.guest().jdbc().queryForList(FIRST_TRIES), List::isEmpty);
        List<HistoricJobLog> failures = patiently().until(() -> failuresOf(process), list -> list.size() > 1);
        assertThat(Duration.between(
                        failures.get(0).getTimestamp().toInstant(),
                        failures.get(1).getTimestamp().toInstant()))
                .as("the first one was the first try's; the engine's first pause")
                .isGreaterThan(Duration.ofMillis(900));

        sites.network().heal();
        sites.workAtAll();
        sites.awaitStatus(job, "success");
    }

    /** Nothing is wrong with it, so nobody should see it in Cockpit. */
    @Test
    void whatFindsNoPlaceAmongTheCallsForAMomentIsNoProcess() {
        sites.workAtAll();
        CountDownLatch callsGoOn = new CountDownLatch(1);
        sites.network().lose(call -> call.action().endsWith("/create") && !isOpened(callsGoOn));

        List<String> jobs = Stream.generate(sites::submit).limit(4).toList();

        patiently()
                .until(
                        () -> sites.guest()
                                .jdbc()
                                .queryForList(FIRST_TRIES + " and duedate_ is not null and lock_owner_ is null"),
                        waiting -> !waiting.isEmpty());
        callsGoOn.countDown();
        jobs.forEach(job -> sites.awaitStatus(job, "success"));
        sites.assertNothingIsLeft();
        assertThat(jobs).allSatisfy(job -> assertThat(processesOf(GUEST, job)).isZero());
    }

    private static boolean isOpened(CountDownLatch gate) {
        try {
            return gate.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private long processesOf(long party, String job) {
        return sites.at(party)
                .engine()
                .getHistoryService()
                .createHistoricProcessInstanceQuery()
                .processDefinitionKeyIn("fate-command", "fate-report")
                .processInstanceBusinessKeyLike("%" + job + "%")
                .count();
    }

    /** What Cockpit shows of it. */
    private List<HistoricJobLog> failuresOf(ProcessInstance process) {
        return sites.guest()
                .engine()
                .getHistoryService()
                .createHistoricJobLogQuery()
                .processInstanceId(process.getId())
                .failureLog()
                .orderByTimestamp()
                .asc()
                .list();
    }

    private Job failed() {
        return sites.guest()
                .engine()
                .getManagementService()
                .createJobQuery()
                .processDefinitionKey("fate-command")
                .withException()
                .singleResult();
    }

    /** As when the server is killed behind the commit. */
    @Test
    void whatWasCommittedIsSentByWhoeverComesNext() {
        String job = heldBack();

        executor(GUEST).start();

        sites.workAtAll();
        sites.awaitStatus(job, "success");
    }

    @Test
    void itIsSuspendedWithItsDefinition() {
        String job = heldBack();
        sites.guest().engine().getRepositoryService().suspendProcessDefinitionByKey("fate-command", true, null);
        try {
            assertThat(sites.guest()
                            .jdbc()
                            .queryForList(
                                    "select suspension_state_ from act_ru_job where handler_type_ = 'fate-first-try'",
                                    Integer.class))
                    .isNotEmpty()
                    .containsOnly(2);
        } finally {
            sites.guest().engine().getRepositoryService().activateProcessDefinitionByKey("fate-command", true, null);
        }
        executor(GUEST).start();

        sites.workAtAll();
        sites.awaitStatus(job, "success");
    }

    /** A server of a version that does not know first tries uses tries up when it takes one. */
    @Test
    void oneWithoutTriesIsFoundAndSent() {
        String job = heldBack();
        assertThat(errors()).as("it is due, and will be tried").isEmpty();
        sites.guest().jdbc().update("update act_ru_job set retries_ = 0 where handler_type_ = 'fate-first-try'");

        assertThat(errors()).extracting(Finding::rule).isNotEmpty().containsOnly(Rule.COMMAND_STUCK);
        executor(GUEST).start();
        errors().forEach(finding ->
                assertThat(sites.guest().repairs().carryOut(finding)).isTrue());

        sites.workAtAll();
        sites.awaitStatus(job, "success");
    }

    private List<Finding> errors() {
        return sites.guest().doctor().look().stream()
                .filter(finding -> finding.rule().severity() == Severity.ERROR)
                .toList();
    }

    /** A job whose first commands are committed, and not sent. */
    private String heldBack() {
        executor(GUEST).shutdown();
        String job = sites.submit();
        List<Job> steps = sites.guest()
                .engine()
                .getManagementService()
                .createJobQuery()
                .messages()
                .list();
        while (sites.guest().jdbc().queryForList(FIRST_TRIES).isEmpty()) {
            steps.forEach(step -> sites.guest().engine().getManagementService().executeJob(step.getId()));
            steps = sites.guest()
                    .engine()
                    .getManagementService()
                    .createJobQuery()
                    .messages()
                    .list();
        }
        return job;
    }

    private JobExecutor executor(long party) {
        return ((ProcessEngineConfigurationImpl) sites.at(party).engine().getProcessEngineConfiguration())
                .getJobExecutor();
    }
}

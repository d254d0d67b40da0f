package io.fateflow.engine.contract;

import java.util.List;
import java.util.Map;

import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.OptimisticLockingException;
import org.camunda.bpm.engine.runtime.ProcessInstance;
import org.junit.jupiter.api.Test;

import io.fateflow.operations.doctor.Finding;
import io.fateflow.operations.doctor.Rule;
import io.fateflow.operations.doctor.Severity;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.ThreeSites.ARBITER;
import static io.fateflow.engine.contract.ThreeSites.GUEST;
import static io.fateflow.engine.contract.ThreeSites.HOST;
import static io.fateflow.engine.contract.ThreeSites.patiently;
import static org.assertj.core.api.Assertions.assertThat;

/** What the doctor finds, and heals, where a job's parties are on several sites and processes between them are damaged. */
abstract class FederatedDoctorContract extends FederatedContract {

    @Test
    void aCommandThatNoProcessSendsIsFoundAndSent() {
        String job = unansweredStart();

        delete(GUEST, "fate-command", job + "|host|10000|%");
        assertThat(found(GUEST)).extracting(Finding::rule).containsExactly(Rule.COMMAND_STUCK);
        assertThat(found(GUEST).get(0).what()).contains("host 10000", "start");
        sites.network().heal();
        heal(GUEST);

        sites.workAtAll();
        sites.awaitStatus(job, "success");
    }

    @Test
    void theProcessOfAnAnsweredCommandIsDeletedAndTheNextOneIsSent() {
        String job = unansweredStart();
        ManagementService management = sites.guest().engine().getManagementService();
        management
                .createJobQuery()
                .processInstanceId(
                        instance(GUEST, "fate-command", job + "|host|10000|%").getId())
                .list()
                .forEach(send -> management.setJobRetries(send.getId(), 0));
        sites.guest().jobs().stop(job, "canceled");
        sites.guest()
                .jdbc()
                .update(
                        "update party_command set answer_time = 1, retcode = 0 where job_id = ? and role = 'host'"
                                + " and action = 'start'",
                        job);

        assertThat(found(GUEST))
                .extracting(Finding::rule)
                .containsExactlyInAnyOrder(Rule.PROCESS_IN_VAIN, Rule.COMMAND_STUCK);
        // before anything goes to the host again: whoever hears of it has that process end by itself
        heal(GUEST, Rule.PROCESS_IN_VAIN);
        assertThat(instances(GUEST, "fate-command", job + "|host|10000|%")).isEmpty();
        sites.network().heal();
        heal(GUEST);

        sites.awaitStatus(job, "canceled");
    }

    @Test
    void anAttemptElsewhereThatNobodyAsksForIsFoundAndAskedFor() throws InterruptedException {
        String job = sites.submit();
        ExecutorTask attempt = sites.fetchAt(HOST);

        delete(GUEST, "fate-collect", job);
        assertThat(found(GUEST)).extracting(Finding::rule).containsExactly(Rule.NOT_COLLECTED);
        heal(GUEST);
        assertThat(instances(GUEST, "fate-collect", job)).hasSize(1);
        sites.network().lose(call -> call.is("report"));
        sites.at(HOST).executorTasks().complete("by hand", attempt.id(), TestWorker.succeeded());
        sites.collectNow();
        patiently().untilAsserted(() -> assertThat(sites.guest()
                        .jdbc()
                        .queryForObject(
                                "select party_status from task where task_id = ? and role = 'host'",
                                String.class,
                                attempt.taskId()))
                .isEqualTo("success"));
        sites.network().heal();

        sites.workAtAll();
        sites.awaitStatus(job, "success");
    }

    @Test
    void whoAsksForWhatHasEndedIsDeleted() {
        sites.workAtAll();
        String job = sites.submit();
        sites.awaitStatus(job, "success");
        // when it is time to ask they end by themselves
        for (String key : List.of(job + "_first_0|0|host|10000", job)) {
            sites.guest()
                    .engine()
                    .getRuntimeService()
                    .startProcessInstanceByKey("fate-collect", key, Map.of("collectEvery", "PT1H"));
        }

        assertThat(found(GUEST)).extracting(Finding::rule).containsExactly(Rule.PROCESS_IN_VAIN, Rule.PROCESS_IN_VAIN);
        heal(GUEST);

        assertThat(instances(GUEST, "fate-collect", "%")).isEmpty();
    }

    @Test
    void aJobOfAnotherSiteThatNobodyLooksAfterIsFoundAndLookedAfter() throws InterruptedException {
        String job = sites.submit();
        ExecutorTask attempt = sites.fetchAt(HOST);

        delete(HOST, "fate-foreign-job", job + "|host|10000");
        assertThat(found(HOST)).extracting(Finding::rule).containsExactly(Rule.NOT_WATCHED);
        assertThat(found(HOST).get(0).what()).contains("running", "party 9999");
        heal(HOST);

        assertThat(instances(HOST, "fate-foreign-job", job + "|host|10000")).hasSize(1);
        sites.at(HOST).executorTasks().complete("by hand", attempt.id(), TestWorker.succeeded());
        sites.workAtAll();
        sites.awaitStatus(job, "success");
    }

    @Test
    void whoLooksAfterAJobThatHasEndedIsDeleted() {
        sites.workAtAll();
        String job = sites.submit();
        sites.awaitStatus(job, "success");
        sites.at(ARBITER)
                .engine()
                .getRuntimeService()
                .startProcessInstanceByKey("fate-foreign-job", job + "|arbiter|10001");

        assertThat(found(ARBITER)).extracting(Finding::rule).containsExactly(Rule.PROCESS_IN_VAIN);
        heal(ARBITER);

        assertThat(instances(ARBITER, "fate-foreign-job", "%")).isEmpty();
    }

    /** A job whose start at the host is asked for again and again. */
    private String unansweredStart() {
        sites.network().lose(call -> call.action().equals("host/10000/start"));
        String job = sites.submit();
        patiently()
                .until(() -> sites.guest()
                                .engine()
                                .getManagementService()
                                .createJobQuery()
                                .processDefinitionKey("fate-command")
                                .withException()
                                .count()
                        == 1);
        return job;
    }

    /** As somebody in Cockpit would, between two steps. */
    private void delete(long site, String definition, String businessKey) {
        patiently().ignoreException(OptimisticLockingException.class).until(() -> {
            instances(site, definition, businessKey).forEach(instance -> sites.at(site)
                    .engine()
                    .getRuntimeService()
                    .deleteProcessInstance(instance.getId(), "the test"));
            return instances(site, definition, businessKey).isEmpty();
        });
    }

    private ProcessInstance instance(long site, String definition, String businessKey) {
        return instances(site, definition, businessKey).get(0);
    }

    private List<ProcessInstance> instances(long site, String definition, String businessKey) {
        return sites.at(site)
                .engine()
                .getRuntimeService()
                .createProcessInstanceQuery()
                .processDefinitionKey(definition)
                .processInstanceBusinessKeyLike(businessKey)
                .list();
    }

    private List<Finding> found(long site) {
        return sites.at(site).doctor().look().stream()
                .filter(finding -> finding.rule().severity() == Severity.ERROR)
                .toList();
    }

    private void heal(long site, Rule rule) {
        found(site).stream().filter(finding -> finding.rule() == rule).forEach(finding -> assertThat(
                        sites.at(site).repairs().carryOut(finding))
                .isTrue());
    }

    private void heal(long site) {
        found(site).forEach(finding -> assertThat(sites.at(site).repairs().carryOut(finding))
                .isTrue());
        patiently().until(() -> found(site).isEmpty());
    }
}

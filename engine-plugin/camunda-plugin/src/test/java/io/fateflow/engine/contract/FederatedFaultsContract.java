package io.fateflow.engine.contract;

import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.camunda.bpm.engine.HistoryService;
import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.OptimisticLockingException;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.runtime.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.dsl.Party;
import io.fateflow.federation.wire.JobAddress;
import io.fateflow.federation.wire.JobCall;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.ThreeSites.ARBITER;
import static io.fateflow.engine.contract.ThreeSites.GUEST;
import static io.fateflow.engine.contract.ThreeSites.HOST;
import static io.fateflow.engine.contract.ThreeSites.patiently;
import static org.assertj.core.api.Assertions.assertThat;

/** A job of three sites over a network that loses, repeats and delays, with parties that are away. */
abstract class FederatedFaultsContract extends FederatedContract {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create",
                "status/waiting",
                "dependence/check",
                "resource/apply",
                "start",
                "status/running",
                "status/success",
                "model",
                "clean"
            })
    void aPartyThatIsAwayForAWhileOnlyDelaysTheJob(String action) {
        sites.workAtAll();
        AtomicInteger missed = new AtomicInteger();
        sites.network().lose(call -> call.to() == HOST && call.is(action) && missed.incrementAndGet() < 3);

        String job = sites.submit();

        sites.awaitStatus(job, "success");
        sites.assertNothingIsLeft();
        assertThat(missed).hasValueGreaterThanOrEqualTo(3);
        assertThat(commandsTo("host").stream().filter(action::equals).count()).isLessThanOrEqualTo(1);
    }

    @Test
    void ofCommandsThatGoOutTogetherOnlyTheOneWithoutAnAnswerIsSentAgain() {
        sites.workAtAll();
        AtomicInteger lost = new AtomicInteger();
        sites.network()
                .loseAnswers(call -> call.to() == HOST
                        && call.action().endsWith("stop/success")
                        && call.path().contains("/first_0/")
                        && lost.incrementAndGet() < 3);

        String job = sites.submit();

        sites.awaitStatus(job, "success");
        awaitAllAnswered();
        assertThat(commandsTo("host").stream().filter(action -> action.equals("first_0 status/success")))
                .as(
                        "alone it was answered before; of a message without an answer nobody knows what was done, and it goes alone then")
                .hasSize(sites.network().together() ? 2 : 1);
        assertThat(commandsTo("host").stream().filter(action -> action.equals("first_0 stop/success")))
                .hasSize(3);
        assertThat(count(
                        "select count(*) from act_hi_procinst where proc_def_key_ = 'fate-command' and business_key_ like '"
                                + job + "|%'"))
                .as("several commands are one process")
                .isLessThan(count("select count(*) from party_command where job_id = '" + job + "'"));
    }

    /** As when the server is killed, or the database does not commit. */
    @Test
    void aServerThatFallsBehindSeveralCommandsGoesOnWhereItsPartyIs() {
        makeTheSlowPartyQuick();
        sites.workAtAll();
        AtomicInteger broken = new AtomicInteger();
        sites.network().loseAnswers(call -> {
            if (call.to() == HOST
                    && call.action().startsWith("then_0/")
                    && call.is("start")
                    && broken.incrementAndGet() < 3) {
                throw new IllegalStateException("the step ends here");
            }
            return false;
        });

        String job = sites.submit();

        sites.awaitStatus(job, "success");
        awaitAllAnswered();
        assertThat(broken).hasValueGreaterThanOrEqualTo(3);
        assertThat(count("select count(*) from party_command where retcode not in (0, 10)"))
                .isZero();
    }

    /** A job's end waits for nobody's answer. */
    private void awaitAllAnswered() {
        patiently()
                .untilAsserted(() -> assertThat(count("select count(*) from party_command where answer_time is null"))
                        .isZero());
    }

    private int count(String sql) {
        return sites.guest().jdbc().queryForObject(sql, Integer.class);
    }

    @Test
    void whileAPartyIsAwayTheJobSaysWhoAndSinceWhen() {
        sites.network()
                .lose(call -> call.to() == HOST && call.path().startsWith("/v1/party/") && !call.is("preflight"));
        sites.workAtAll();

        String job = sites.submit();

        patiently().untilAsserted(() -> assertThat(sites.reasonAt(job))
                .matches("host 10000 has not answered create since 20.*Z"));
        sites.network().heal();
        sites.awaitStatus(job, "success");
    }

    /** The job is not woken for each party that grants, and is told of whom it awaits all the same. */
    @Test
    void whoeverOfSeveralIsAwayWhenItIsAskedForCoresIsNamed() {
        sites.network().lose(call -> call.to() == ARBITER && call.is("resource/apply"));
        sites.workAtAll();

        String job = sites.submit();

        patiently().untilAsserted(() -> assertThat(sites.reasonAt(job))
                .contains("arbiter 10001 has been asked for the job's cores"));
        sites.network().heal();
        sites.awaitStatus(job, "success");
        assertThat(looksAtResources(job))
                .as("before the parties have the job, when they have it, and when they have granted")
                .isLessThanOrEqualTo(3);
    }

    private long looksAtResources(String job) {
        HistoryService history = sites.guest().engine().getHistoryService();
        String process = history.createHistoricProcessInstanceQuery()
                .processDefinitionKey("fate-job")
                .processInstanceBusinessKey(job)
                .singleResult()
                .getId();
        return history.createHistoricActivityInstanceQuery()
                .processInstanceId(process)
                .activityId("apply_job_resources")
                .count();
    }

    @Test
    void nobodyElseIsAskedForCoresOfAJobThatWasStoppedMeanwhile() {
        sites.network().lose(call -> call.to() == HOST && call.is("resource/apply"));
        String job = sites.submit();
        patiently().untilAsserted(() -> assertThat(sites.reasonAt(job))
                .contains("host 10000 has been asked for the job's cores"));

        sites.guest().jobs().stop(job, "canceled");
        sites.network().heal();

        sites.awaitStatus(job, "canceled");
        patiently()
                .untilAsserted(() -> assertThat(count("select count(*) from party_command where answer_time is null"))
                        .isZero());
        assertThat(commandsTo("host")).contains("resource/apply");
        assertThat(commandsTo("arbiter")).contains("stop/canceled").doesNotContain("resource/apply");
    }

    @Test
    void aPartyThatGoesAwayWhileItRunsReportsWhenItIsBack() throws InterruptedException {
        sites.workAt(GUEST, task -> TestWorker.succeeded());
        sites.workAt(ARBITER, task -> TestWorker.succeeded());
        String job = sites.submit();
        ExecutorTask attempt = sites.fetchAt(HOST);
        sites.network().goDown(HOST);
        sites.host().executorTasks().complete("by hand", attempt.id(), TestWorker.succeeded());
        patiently()
                .until(() -> sites.guest()
                                .jdbc()
                                .queryForObject(
                                        "select count(*) from task where party_status = 'success' and role = 'guest'",
                                        Integer.class)
                        == 1);
        assertThat(sites.statusAt(job, GUEST)).isEqualTo("running");

        sites.network().comeBack(HOST);
        sites.workAt(HOST, task -> TestWorker.succeeded());

        sites.awaitStatus(job, "success");
    }

    @Test
    void aCommandThatNobodyAnswersBecomesAnIncidentThatNamesPartyActionAndRemedy() {
        sites.workAtAll();
        sites.network().lose(call -> call.to() == HOST && call.is("create"));
        String job = sites.submit();
        ManagementService management = sites.guest().engine().getManagementService();

        management.setJobRetries(commandAfterTries(1).getId(), 0);

        assertThat(incidentsAtGuest())
                .singleElement()
                .asString()
                .contains(
                        "FFB-6402 host 10000 does not answer create of job " + job,
                        "party 10000 can't be reached",
                        "restore the connection, or stop the job");
        sites.network().heal();
        hostCalls(job);
        sites.awaitStatus(job, "success");
    }

    @Test
    void aPartyThatWasSilentThroughSeveralTriesIsCalledAtOnceWhenItIsHeardOf() {
        sites.workAtAll();
        sites.network().lose(call -> call.to() == HOST && call.is("create"));
        String job = sites.submit();
        Job command = commandAfterTries(4);
        inAnHour(sites.guest(), command);
        sites.network().heal();

        hostCalls(job);

        sites.awaitStatus(job, "success");
    }

    @Test
    void aServerThatStartsAsksAtOnceWhatItHasMissed() {
        sites.network()
                .lose(call ->
                        call.from() == HOST && call.is("report") && call.path().contains("/first_0/"));
        sites.workAtAll();
        String job = sites.submit();
        patiently().until(() -> hasEndedAtHost("first_0"));
        inAnHour(sites.guest(), "fate-collect");

        sites.guest().partiesAtStart().call();

        sites.awaitStatus(job, "success");
    }

    private boolean hasEndedAtHost(String component) {
        return !sites.host()
                .jdbc()
                .queryForList(
                        "select 1 from task where component_name = ? and party_status = 'success'",
                        Integer.class,
                        component)
                .isEmpty();
    }

    /** Its timers wait, and nobody has begun with one of them. */
    private static void inAnHour(TestSite site, String process) {
        ManagementService management = site.engine().getManagementService();
        List<Job> timers = management
                .createJobQuery()
                .processDefinitionKey(process)
                .timers()
                .list();
        assertThat(timers).isNotEmpty();
        timers.forEach(timer -> inAnHour(site, timer));
    }

    private static void inAnHour(TestSite site, Job job) {
        site.engine()
                .getManagementService()
                .setJobDuedate(job.getId(), Date.from(Instant.now().plus(Duration.ofHours(1))));
    }

    @Test
    void aPartyWhoseServerStartsIsToldAtOnceWhatItHasMissed() throws InterruptedException {
        sites.workAt(GUEST, task -> TestWorker.succeeded());
        sites.workAt(ARBITER, task -> TestWorker.succeeded());
        String job = sites.submit();
        sites.fetchAt(HOST);
        sites.network().goDown(HOST);
        sites.guest().jobs().stop(job, "canceled");
        Job command = commandAfterTries(4);
        inAnHour(sites.guest(), command);
        inAnHour(sites.host(), "fate-foreign-job");
        sites.network().comeBack(HOST);

        sites.host().partiesAtStart().call();

        sites.awaitStatus(job, "canceled");
    }

    /** The command that is not answered, when it was sent so often; each time as if the time had come. */
    private Job commandAfterTries(int count) {
        ManagementService management = sites.guest().engine().getManagementService();
        Job failed = unanswered(34);
        for (int i = 1; i < count; i++) {
            management.setJobDuedate(failed.getId(), null);
            failed = unanswered(failed.getRetries());
        }
        return failed;
    }

    private Job unanswered(int triesBefore) {
        return patiently()
                .until(
                        () -> sites.guest()
                                .engine()
                                .getManagementService()
                                .createJobQuery()
                                .processDefinitionKey("fate-command")
                                .withException()
                                .singleResult(),
                        job -> job != null && job.getRetries() < triesBefore);
    }

    /** A sign of life of the host: what a party asks whose own row is running. */
    private void hostCalls(String job) {
        Party host = new Party("host", HOST);
        sites.ask(host, JobCall.heartbeat(new JobAddress(job, new Party("guest", GUEST)), new JobAddress(job, host)));
    }

    @Test
    void aSlowPartyIsNotAskedAgainBeforeItHasHadTimeWhateverIsHeardOfIt() {
        sites.workAt(GUEST, task -> TestWorker.succeeded());
        sites.workAt(ARBITER, task -> TestWorker.succeeded());
        sites.network()
                .answerTooLate(call ->
                        call.to() == HOST && call.is("start") && !call.path().contains("_"));
        String job = sites.submit();
        patiently().until(() -> starts() == 1);

        hostCalls(job);

        Instant earliest = Instant.now().plus(Network.TOO_LATE.dividedBy(2));
        patiently().untilAsserted(() -> assertThat(sites.guest()
                        .engine()
                        .getManagementService()
                        .createJobQuery()
                        .processDefinitionKey("fate-command")
                        .duedateHigherThan(Date.from(earliest))
                        .count())
                .isEqualTo(1));
        assertThat(starts()).isEqualTo(1);
        assertThat(triesLeft()).as("of 35, one was used").isEqualTo(34);
        sites.network().heal();
        sites.guest().jobs().stop(job, "canceled");
        makeTheSlowPartyQuick();
        sites.awaitStatus(job, "canceled");
    }

    private long starts() {
        return commandsTo("host").stream().filter("start"::equals).count();
    }

    private int triesLeft() {
        return sites.guest()
                .jdbc()
                .queryForObject(
                        "select min(j.retries_) from act_ru_job j where j.process_def_key_ = 'fate-command'",
                        Integer.class);
    }

    /** As if the time had passed. In the table: a command that ends meanwhile is no row any more, and no error. */
    private void makeTheSlowPartyQuick() {
        sites.guest().jdbc().update("delete from slow_party");
        sites.guest().jdbc().update("update party_command set not_before = 0");
        sites.guest().jdbc().update("update act_ru_job set duedate_ = null where process_def_key_ = 'fate-command'");
    }

    @Test
    void aLostAnswerToApplyLeaksNothing() {
        AtomicInteger lost = new AtomicInteger();
        sites.network()
                .loseAnswers(call -> call.to() == HOST && call.is("resource/apply") && lost.incrementAndGet() < 3);
        sites.workAtAll();

        String job = sites.submit();

        sites.awaitStatus(job, "success");
        assertThat(lost).hasValue(3);
    }

    @Test
    void everyAnswerMayBeLostOnce() {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        sites.network().loseAnswers(call -> seen.add(call.path()));
        sites.workAtAll();

        String job = sites.submit();

        sites.awaitStatus(job, "success");
    }

    @Test
    void everyCallMayComeTwice() {
        sites.network().deliverTwice(call -> true);
        sites.workAtAll();

        String job = sites.submit();

        sites.awaitStatus(job, "success");
    }

    @Test
    void lateReportsInTheWrongOrderChangeNothing() {
        sites.network().delay(call -> call.from() == HOST && call.is("report"));
        sites.workAtAll();
        String job = sites.submit();
        patiently().until(() -> sites.network().delayed() >= 2);

        sites.network().deliverDelayed();

        sites.awaitStatus(job, "success");
        assertThat(sites.guest().jdbc().queryForList("select distinct party_status from task", String.class))
                .containsExactly("success");
    }

    @Test
    void lostReportsAreCollected() {
        sites.network().lose(call -> call.from() == HOST && call.is("report"));
        sites.workAtAll();
        String job = sites.submit();

        patiently().ignoreExceptions().untilAsserted(() -> {
            sites.collectNow();
            assertThat(sites.statusAt(job, GUEST)).isEqualTo("success");
        });

        sites.network().heal();
        sites.awaitStatus(job, "success");
    }

    /** What has failed is repeated after a minute; under PULL nothing else tells how the attempt is doing. */
    @ParameterizedTest
    @MethodSource("lostRaces")
    void aStepThatHasLostARaceForARowIsRepeatedSoon(ProcessEngineException race) {
        makeTheSlowPartyQuick();
        AtomicInteger lost = new AtomicInteger();
        sites.network().loseAnswers(call -> {
            if (call.to() == HOST && call.is("collect") && lost.incrementAndGet() == 1) {
                throw race;
            }
            return false;
        });
        sites.workAtAll();

        String job = sites.submit("\"federated_status_collect_type\": \"PULL\"");

        patiently().atMost(Duration.ofSeconds(50)).untilAsserted(() -> assertThat(sites.statusAt(job, GUEST))
                .isEqualTo("success"));
        assertThat(lost).hasValueGreaterThan(1);
        sites.assertNothingIsLeft();
    }

    private static List<ProcessEngineException> lostRaces() {
        return List.of(
                new OptimisticLockingException("Entity was updated by another transaction concurrently."),
                new ProcessEngineException("Execution with id '7' does not have a subscription to a message event"));
    }

    @Test
    void partiesThatNeverReportAreAsked() {
        sites.workAtAll();

        String job = sites.submit("\"federated_status_collect_type\": \"PULL\"");

        sites.awaitStatus(job, "success");
        assertThat(sites.network().delivered()).noneMatch(call -> call.is("report"));
    }
}

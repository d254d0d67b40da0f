package io.fateflow.engine.contract;

import java.time.Duration;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.camunda.bpm.engine.ManagementService;
import org.junit.jupiter.api.Test;

import io.fateflow.database.Json;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.InitiatorCall;
import io.fateflow.federation.wire.WireRoutes;
import io.fateflow.operations.query.JobOverview;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.ForeignInitiator.JOB;
import static io.fateflow.engine.contract.ForeignInitiator.ask;
import static io.fateflow.engine.contract.ForeignInitiator.askAs;
import static io.fateflow.engine.contract.ForeignInitiator.createBody;
import static io.fateflow.engine.contract.ForeignInitiator.ofJob;
import static io.fateflow.engine.contract.ForeignInitiator.ofTask;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Host 10000 of this site in a job that guest 9999 schedules on another. */
abstract class ForeignJobContract extends ForeignContract {

    @Test
    void takesPartFromCreateToClean() throws InterruptedException {
        assertThat(job("create", CREATE_ADD).data()).hasToString("{\"components\":{\"add_0\":{\"need_run\":true}}}");
        assertThat(jobStatus()).isEqualTo("ready");
        assertThat(job("status/waiting").retcode()).isZero();
        assertThat(job("dependence/check").retcode()).isZero();
        assertThat(job("resource/apply").retcode()).isZero();
        assertThat(job("start").retcode()).isZero();
        assertThat(jobStatus()).isEqualTo("running");
        assertThat(new JobOverview(site().jdbc(), () -> (job, reason, engine) -> reason).recent(2))
                .singleElement()
                .satisfies(job -> {
                    assertThat(job.jobId()).isEqualTo(JOB);
                    assertThat(job.status()).isEqualTo("running");
                    assertThat(job.initiator()).isEqualTo("guest 9999");
                });
        assertThat(task("status/running").retcode()).isZero();
        assertThat(task("start", "{\"user_id\": \"\"}").retcode()).isZero();

        ExecutorTask attempt = fetch();
        awaitReported("running");
        site().executorTasks().complete("w", attempt.id(), TestWorker.succeeded());
        awaitReported("running", "success");

        assertThat(task("status/success").retcode()).isZero();
        assertThat(task("stop/success", "{\"is_asynchronous\": true}").retcode())
                .isZero();
        assertThat(job(
                                "update",
                                "{\"job_id\": \"%s\", \"role\": \"guest\", \"party_id\": \"9999\", \"progress\": 100.0}"
                                        .formatted(JOB))
                        .retcode())
                .isZero();
        assertThat(job("model").retcode()).isZero();
        assertThat(job("status/success").retcode()).isZero();
        assertThat(job("stop/success").data()).hasToString("{\"%s\":{}}".formatted(JOB));
        assertThat(job("clean", "{\"guest\": [9999], \"host\": [10000]}").retcode())
                .isZero();
        assertThat(job("status/success")).isEqualTo(Answer.notEffective());
        assertThat(site().jdbc().queryForObject("select progress from job", Integer.class))
                .isEqualTo(100);
        assertThat(jobStatus()).isEqualTo("success");
        assertThat(site().jdbc().queryForList("select error_report from task", String.class))
                .as("what has gone well has no error")
                .containsExactly("");
        assertThat(initiator().reports().get(initiator().reports().size() - 1)).satisfies(last -> {
            assertThat(last.reporter().taskId()).isEqualTo(JOB + "_add_0");
            assertThat(last.report().endTime()).isNotNull();
            assertThat(last.report().elapsed()).isNotNull();
        });
    }

    /** A creation that was on its way for so long that its initiator has stopped the job meanwhile. */
    @Test
    void aCreationThatComesBehindTheStopOfItsJobMakesNothing() {
        assertThat(numbered("9999", "stop/failed", "{}", 2).retmsg()).contains("FFB-6302");

        assertThat(numbered("9999", "create", CREATE_ADD, 1).retmsg()).contains("FFB-6316");
        assertThat(site().jdbc().queryForObject("select count(*) from job", Integer.class))
                .isZero();

        assertThat(numbered("9999", "create", CREATE_ADD, 3).retcode())
                .as("a rerun creates it anew")
                .isZero();
    }

    @Test
    void aStopByAnotherSiteKeepsNoJobAway() {
        numbered("10001", "stop/failed", "{}", 7);

        assertThat(numbered("9999", "create", CREATE_ADD, 1).retcode()).isZero();
    }

    private Answer numbered(String sender, String action, String body, long number) {
        return site().partyCalls()
                .handle(
                        WireRoutes.parse(ofJob(action), (ObjectNode) Json.read(body))
                                .orElseThrow(),
                        new CallHeaders("1.11.4", sender, "10000", "guest", "", number));
    }

    @Test
    void everyCallMayComeTwice() throws InterruptedException {
        assertThat(job("create", CREATE_ADD)).isEqualTo(job("create", CREATE_ADD));
        job("status/waiting");
        assertThat(job("status/waiting")).isEqualTo(Answer.notEffective());
        for (String action : List.of("resource/apply", "start", "align", "dependence/check", "model", "clean")) {
            assertThat(job(action)).isEqualTo(job(action)).isEqualTo(Answer.success());
        }
        task("status/running");
        assertThat(task("status/running")).isEqualTo(Answer.notEffective());
        task("start");
        task("start");
        ExecutorTask attempt = fetch();
        assertThat(site().executorTasks().fetch("w", 5, Duration.ofMillis(50))).isEmpty();
        task("start");
        site().executorTasks().complete("w", attempt.id(), TestWorker.succeeded());
        task("start");
        assertThat(site().executorTasks().fetch("w", 5, Duration.ofMillis(50))).isEmpty();
        job("status/success");
        awaitReported("running", "success");
        assertThat(site().jdbc().queryForObject("select count(*) from task", Integer.class))
                .isEqualTo(1);
    }

    @Test
    void aFailureIsReportedBehindARunAndWithItsReason() throws InterruptedException {
        startAdd();
        initiator().goDown();
        ExecutorTask attempt = fetch();
        site().executorTasks().complete("w", attempt.id(), TestWorker.failed("column x7 is missing"));
        initiator().comeBack();

        awaitReported("running", "failed");
        List<InitiatorCall.Report> reports = initiator().reports();
        assertThat(reports.get(reports.size() - 1).report().errorReport()).isEqualTo("column x7 is missing");
        assertThat(task("status/failed").retcode()).isZero();
        assertThat(task("stop/failed").retcode()).isZero();
        assertThat(job("status/failed").retcode()).isZero();
        assertThat(job("stop/failed").data()).hasToString("{\"%s\":{\"%s_add_0\":\"success\"}}".formatted(JOB, JOB));
    }

    @Test
    void aCancelStopsTheExecutorAndGivesTheCoresBack() throws InterruptedException {
        startAdd();
        ExecutorTask attempt = fetch();

        assertThat(job("stop/canceled").data()).hasToString("{\"%s\":{\"%s_add_0\":\"success\"}}".formatted(JOB, JOB));

        assertThat(site().executorTasks().complete("w", attempt.id(), TestWorker.succeeded()))
                .isFalse();
        awaitReported("running", "canceled");
        assertThat(jobStatus()).isEqualTo("canceled");
        assertThat(site().jdbc().queryForObject("select count(*) from resource_lease", Integer.class))
                .isZero();
    }

    @Test
    void aNewVersionRunsAgain() throws InterruptedException {
        startAdd();
        site().executorTasks().complete("w", fetch().id(), TestWorker.failed("no"));
        task("status/failed");
        job("status/failed");

        startAgain();
        ExecutorTask second = fetch();

        assertThat(second.taskVersion()).isEqualTo(1);
        succeeds(second);
    }

    @Test
    void otherParametersAreRefusedWhileTheJobRunsAndUsedByTheNextAttempt() throws InterruptedException {
        startAdd();
        ExecutorTask first = fetch();
        String other = "{\"component_parameters\": {\"common\": {\"add_0\": {\"data_num\": 7}}}}";

        Answer refused = job("parameter/update", other);
        job("stop/canceled");
        Answer accepted = job("parameter/update", other);

        assertThat(refused.retcode()).isEqualTo(103);
        assertThat(refused.retmsg()).contains("FFB-6305", "running at host 10000", "stop it");
        assertThat(accepted).isEqualTo(Answer.success());
        assertThat(first.config().path("component_parameters")).isEmpty();
        startAgain();
        ExecutorTask second = fetch();
        assertThat(second.config().path("component_parameters")).hasToString("{\"data_num\":7}");
        succeeds(second);
    }

    @Test
    void otherParametersThatDoNotFitHereAreRefusedAndChangeNothing() throws InterruptedException {
        startAdd();
        fetch();
        job("stop/canceled");

        Answer refused = job("parameter/update", "{\"job_parameters\": {\"common\": {\"task_cores\": 21}}}");

        assertThat(refused.retcode()).isEqualTo(103);
        assertThat(refused.retmsg()).contains("21 cores");
        assertThat(site().jdbc().queryForObject("select cast(task_cores as integer) from job", Integer.class))
                .isEqualTo(4);
    }

    /** As its initiator does when it runs the job again. */
    private void startAgain() {
        String next = "{\"task_version\": 1, \"auto_retries\": 0, \"status\": \"failed\"}";
        assertThat(task("create", next).retcode()).isZero();
        assertThat(task("create", next).retcode()).isZero();
        assertThat(job("status/waiting").retcode()).isZero();
        assertThat(job("update", "{\"rerun_signal\": false, \"progress\": 0, \"end_time\": null}")
                        .retcode())
                .isZero();
        job("resource/apply");
        job("start");
        assertThat(call(ofTask("add_0", 1, "status/running"), "{}").retcode()).isZero();
        call(ofTask("add_0", 1, "start"), "{}");
    }

    private void succeeds(ExecutorTask second) {
        site().executorTasks().complete("w", second.id(), TestWorker.succeeded());
        await().atMost(LONG_ENOUGH).until(() -> initiator().reports().stream()
                .anyMatch(report -> report.reporter().version() == 1
                        && report.report().partyStatus().isSuccess()));
        job("status/success");
    }

    @Test
    void anInitiatorThatCanNotBeReachedBecomesAnIncidentThatNamesIt() {
        job("create", CREATE_ADD);
        initiator().goDown();
        task("update");

        ManagementService management = site().engine().getManagementService();
        await().atMost(LONG_ENOUGH)
                .until(() -> management.createJobQuery().withException().count() == 1);
        String report =
                management.createJobQuery().withException().singleResult().getId();
        management.setJobRetries(report, 1);
        management.setJobDuedate(report, null);
        await().atMost(LONG_ENOUGH)
                .until(() -> management.createJobQuery().noRetriesLeft().count() == 1);

        assertThat(site().engine()
                        .getRuntimeService()
                        .createIncidentQuery()
                        .singleResult()
                        .getIncidentMessage())
                .contains("FFB-6401", "task " + JOB + "_add_0 is waiting", "party 9999 can't be reached");

        assertThat(management.createJobQuery().jobId(report).singleResult().getDuedate())
                .as("an operator's retry is done at once, not when the last delay is over")
                .isNull();
        initiator().comeBack();
        management.setJobRetries(report, 1);
        job("status/failed");
    }

    @Test
    void aPartyThatIsAskedReportsNothingByItself() throws InterruptedException {
        job("create", CREATE_ADD.replace("PUSH", "PULL"));
        job("resource/apply");
        task("status/running");
        task("start");
        site().executorTasks().complete("w", fetch().id(), TestWorker.succeeded());

        JsonNode collected = requireNonNull(task("collect").data());
        assertThat(collected.path("party_status").asText()).isEqualTo("success");
        assertThat(collected.path("status").asText()).isEqualTo("running");
        assertThat(collected.path("end_time").isNumber()).isTrue();
        assertThat(collected.path("task_version").isInt()).isTrue();
        assertThat(initiator().reports()).isEmpty();
        job("status/failed");
    }

    @Test
    void aJobThatIsTooBigIsRefusedWithItsReason() {
        Answer answer = job("create", createBody(ADD, ", \"task_cores\": 21"));

        assertThat(answer.retcode()).isEqualTo(103);
        assertThat(answer.retmsg()).contains("21 cores");
        assertThat(answer.data()).hasToString("{\"job_id\":\"%s\"}".formatted(JOB));
        assertThat(site().jdbc().queryForObject("select count(*) from job", Integer.class))
                .isZero();
    }

    @Test
    void aJobThatIsThereIsAnsweredAsTheFirstTimeThoughTheSiteHasShrunkSince() {
        Answer first = job("create", CREATE_ADD);
        site().jdbc().update("update engine_registry set cores = 1, remaining_cores = 1");
        String other = "202601021530450000020";

        assertThat(job("create", CREATE_ADD)).isEqualTo(first);

        assertThat(first.retcode()).isZero();
        assertThat(ask(
                                site().partyCalls(),
                                "/v1/party/%s/host/10000/create".formatted(other),
                                CREATE_ADD.replace(JOB, other))
                        .retmsg())
                .contains("wants 4 cores", "one job may have 1 cores");
        assertThat(site().jdbc().queryForList("select job_id from task", String.class))
                .containsExactly(JOB);
    }

    @Test
    void saysWhetherAJobCouldRunAndWritesNothing() {
        assertThat(job("preflight", CREATE_ADD)).isEqualTo(job("preflight", CREATE_ADD));
        assertThat(job("preflight", CREATE_ADD).data()).hasToString("{\"components\":{\"add_0\":{\"need_run\":true}}}");
        assertThat(job("preflight", createBody(ADD, ", \"task_cores\": 21")).retmsg())
                .contains("21 cores");
        assertThat(job("preflight", createBody("\"a_0\": {\"module\": \"NoSuchModule\"}", ""))
                        .retmsg())
                .contains("NoSuchModule");
        assertThat(askAs("10001", "1.11.4", site().partyCalls(), ofJob("preflight"), CREATE_ADD)
                        .retcode())
                .isEqualTo(108);
        assertThat(site().jdbc()
                        .queryForObject(
                                "select (select count(*) from job) + (select count(*) from task)"
                                        + " + (select count(*) from job_body)",
                                Integer.class))
                .isZero();
    }

    @Test
    void coresThatAreNotFreeAreRefused() {
        String other = "202601021530450000020";
        ask(
                site().partyCalls(),
                "/v1/party/%s/host/10000/create".formatted(other),
                createBody(ADD, ", \"task_cores\": 12").replace(JOB, other));
        ask(site().partyCalls(), "/v1/party/%s/host/10000/resource/apply".formatted(other), "{}");
        job("create", createBody(ADD, ", \"task_cores\": 12"));

        Answer answer = job("resource/apply");

        assertThat(answer.retcode()).isEqualTo(103);
        assertThat(answer.retmsg()).contains("needs 12 cores", other);
        ask(site().partyCalls(), "/v1/party/%s/host/10000/resource/return".formatted(other), "{}");
        assertThat(job("resource/apply").retcode()).isZero();
        job("resource/return");
    }

    @Test
    void nobodyButTheInitiatorCommands() {
        job("create", CREATE_ADD);

        assertThat(askAs("10001", "1.11.4", site().partyCalls(), ofJob("start"), "{}"))
                .satisfies(answer -> {
                    assertThat(answer.retcode()).isEqualTo(108);
                    assertThat(answer.retmsg()).contains("party 10001", "party 9999 is the job's initiator");
                });
        assertThat(askAs("10001", "1.11.4", site().partyCalls(), ofTask("add_0", 0, "start"), "{}")
                        .retcode())
                .isEqualTo(108);
        assertThat(askAs("10001", "1.11.4", site().partyCalls(), ofJob("create"), CREATE_ADD)
                        .retcode())
                .isEqualTo(108);
        assertThat(askAs("10001", "1.11.4", site().partyCalls(), ofJob("align"), "{}")
                        .retcode())
                .isZero();
    }

    @Test
    void anInitiatorThatIsTooOldIsRefused() {
        assertThat(askAs("9999", "1.6.9", site().partyCalls(), ofJob("create"), CREATE_ADD)
                        .retcode())
                .isEqualTo(107);
        assertThat(askAs("9999", "latest", site().partyCalls(), ofJob("create"), CREATE_ADD)
                        .retcode())
                .isEqualTo(100);
    }

    @Test
    void whatDoesNotExistIsSaidToBeUnknown() {
        assertThat(job("align").retcode()).isEqualTo(100);
        assertThat(job("start").retcode()).isEqualTo(100);
        job("create", CREATE_ADD);
        assertThat(call(ofTask("add_0", 7, "stop/failed"), "{}").retcode()).isEqualTo(102);
        assertThat(call(ofTask("add_0", 7, "collect"), "{}").retcode()).isEqualTo(103);
        assertThat(call(ofTask("nobody_0", 0, "start"), "{}").retcode()).isEqualTo(100);
        assertThat(job("component/rerun/check").data()).hasToString("[]");
        assertThat(job("component/inheritance/check").data()).hasToString("[]");
    }

    @Test
    void aWrongDslIsRefusedWithItsProblems() {
        Answer answer = job("create", createBody("\"a_0\": {\"module\": \"NoSuchModule\"}", ""));

        assertThat(answer.retcode()).isEqualTo(100);
        assertThat(answer.retmsg()).contains("NoSuchModule");
        assertThat(site().jdbc().queryForObject("select count(*) from job_body", Integer.class))
                .isZero();
    }

    @Test
    void whoIsHereMayStopThisPartAndTheInitiatorIsTold() throws InterruptedException {
        startAdd();
        ExecutorTask attempt = fetch();

        assertThat(site().jobs().stop(JOB, "canceled")).isTrue();

        assertThat(site().executorTasks().complete("w", attempt.id(), TestWorker.succeeded()))
                .isFalse();
        assertThat(jobStatus()).isEqualTo("canceled");
        assertThat(initiator().stops()).singleElement().satisfies(stop -> {
            assertThat(stop.initiator().jobId()).isEqualTo(JOB);
            assertThat(stop.initiator().party()).isEqualTo(ForeignInitiator.GUEST);
        });
        awaitReported("running", "canceled");
        assertThat(site().jobs().stop(JOB, "canceled")).isTrue();
        assertThat(initiator().stops()).hasSize(1);
        assertThat(site().jobs().stop("202601021530450000099", "canceled")).isFalse();
    }

    @Test
    void thisPartEndsThoughItsInitiatorIsAwayAndTheReportsTellItLater() throws InterruptedException {
        startAdd();
        fetch();
        initiator().goDown();

        assertThat(site().jobs().stop(JOB, "canceled")).isTrue();

        assertThat(jobStatus()).isEqualTo("canceled");
        initiator().comeBack();
        awaitReported("running", "canceled");
        assertThat(task("start").retmsg()).contains("FFB-6315", "the job is canceled here");
    }

    @Test
    void aPredictionWithAModelThatIsNotHereIsRefused() {
        Answer refused = job("create", CREATE_ADD.replace("\"train\"", "\"predict\""));

        assertThat(refused.retcode()).isEqualTo(103);
        assertThat(refused.retmsg()).contains("FFB-6340", "host 10000");
        assertThat(site().jdbc().queryForObject("select count(*) from job", Integer.class))
                .isZero();
    }
}

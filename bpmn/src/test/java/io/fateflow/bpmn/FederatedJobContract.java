package io.fateflow.bpmn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.runtime.Incident;
import org.camunda.bpm.engine.runtime.Job;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.dsl.Party;
import io.fateflow.engine.executor.ExecutorTaskView;
import io.fateflow.engine.federation.outgoing.CallOutcome;
import io.fateflow.engine.federation.wire.InitiatorCall;
import io.fateflow.engine.federation.wire.JobAddress;
import io.fateflow.engine.federation.wire.JobCall;
import io.fateflow.engine.federation.wire.TaskAddress;
import io.fateflow.engine.federation.wire.TaskReport;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.job.RerunResult;
import io.fateflow.engine.lifecycle.TaskStatus;
import io.fateflow.engine.query.JobQueries;

import static io.fateflow.bpmn.JobFixture.aJob;
import static io.fateflow.bpmn.ThreeSites.ARBITER;
import static io.fateflow.bpmn.ThreeSites.GUEST;
import static io.fateflow.bpmn.ThreeSites.HOST;
import static io.fateflow.bpmn.ThreeSites.patiently;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** A job that one site schedules and three sites run, over a network that may fail. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FederatedJobContract {

    private static final Path RECORDINGS = Path.of("../../shared/reference/captures");
    private static final ObjectMapper JSON = new ObjectMapper();

    private ThreeSites sites;

    abstract Database database();

    @BeforeAll
    void openSites() {
        sites = new ThreeSites(database());
    }

    @AfterEach
    void nothingIsLeft() throws InterruptedException {
        sites.network().heal();
        try {
            sites.assertNothingIsLeft();
            assertThat(sites.troubles()).isEmpty();
        } finally {
            sites.forget();
        }
    }

    @AfterAll
    void closeSites() {
        sites.close();
    }

    @Test
    void endsAsASuccessAtAllParties() {
        sites.workAtAll();

        String job = sites.submit();

        sites.awaitStatus(job, "success");
        assertThat(sites.guest()
                        .jdbc()
                        .queryForList(
                                "select role || ' ' || status || ' ' || party_status from task where job_id = ?"
                                        + " and component_name = 'then_0' order by role",
                                String.class,
                                job))
                .containsExactly("arbiter success success", "guest success success", "host success success");
        patiently().untilAsserted(() -> assertThat(commandsTo("host"))
                .containsExactly(
                        "create",
                        "status/waiting",
                        "dependence/check",
                        "resource/apply",
                        "start",
                        "first_0 status/running",
                        "first_0 start",
                        "first_0 status/success",
                        "first_0 stop/success",
                        "update",
                        "then_0 status/running",
                        "then_0 start",
                        "then_0 status/success",
                        "then_0 stop/success",
                        "update",
                        "model",
                        "status/success",
                        "stop/success",
                        "clean"));
    }

    @Test
    void aFailureAtTheHostFailsTheJobEverywhereAndSaysWhy() {
        sites.work((party, task) -> party == HOST ? TestWorker.failed("column x7 is missing") : TestWorker.succeeded());

        String job = sites.submit();

        sites.awaitStatus(job, "failed");
        assertThat(sites.reasonAt(job))
                .contains("FFB-3001 component first_0 failed at host 10000", "column x7 is missing");
        patiently().untilAsserted(() -> assertThat(sites.guest()
                        .engine()
                        .getRuntimeService()
                        .createIncidentQuery()
                        .list())
                .extracting(Incident::getIncidentMessage)
                .singleElement()
                .asString()
                .contains("host 10000"));
        assertThat(sites.at(ARBITER).jdbc().queryForList("select status from task", String.class))
                .containsExactly("waiting");
    }

    @Test
    void aFailedJobRunsAgain() {
        AtomicBoolean broken = new AtomicBoolean(true);
        sites.work((party, task) ->
                party == HOST && broken.get() ? TestWorker.failed("disk full") : TestWorker.succeeded());
        String job = sites.submit();
        sites.awaitStatus(job, "failed");
        broken.set(false);

        patiently().until(() -> sites.guest().jobs().rerun(job, List.of(), false) == RerunResult.STARTED);

        sites.awaitStatus(job, "success");
        assertThat(sites.host()
                        .jdbc()
                        .queryForList(
                                "select task_version || ' ' || status || ' ' || party_status from task"
                                        + " where component_name = 'first_0' order by task_version",
                                String.class))
                .containsExactly("0 failed failed", "1 success success");
    }

    @Test
    void aPartyOfTheJobMayHaveItRunAgain() {
        sites.workAtAll();
        String job = sites.submit();
        sites.awaitStatus(job, "success");
        sites.assertNothingIsLeft();

        CallOutcome refused = sites.ask(
                new Party("host", 10002),
                new InitiatorCall.RerunJob(new JobAddress(job, new Party("guest", GUEST)), "", true));
        CallOutcome accepted = sites.ask(
                new Party("host", HOST),
                new InitiatorCall.RerunJob(new JobAddress(job, new Party("guest", GUEST)), "", true));

        assertThat(refused.trouble()).contains("FFB-6310");
        assertThat(accepted.isSettled()).isTrue();
        patiently()
                .until(() -> sites.host()
                                .jdbc()
                                .queryForObject(
                                        "select count(*) from task where task_version = 1 and status = 'success'",
                                        Integer.class)
                        == 2);
        sites.awaitStatus(job, "success");
    }

    @Test
    void aRetryOfAComponentIsANewVersionEverywhere() {
        sites.work((party, task) ->
                party == HOST && task.key().version() == 0 ? TestWorker.failed("once") : TestWorker.succeeded());

        String job = sites.submit("\"auto_retries\": 1", "\"auto_retry_delay\": 1");

        sites.awaitStatus(job, "success");
        assertThat(sites.at(ARBITER).jdbc().queryForObject("select max(task_version) from task", Integer.class))
                .isEqualTo(1);
    }

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

    @Test
    void aPartyThatGoesAwayWhileItRunsReportsWhenItIsBack() throws InterruptedException {
        sites.workAt(GUEST, task -> TestWorker.succeeded());
        sites.workAt(ARBITER, task -> TestWorker.succeeded());
        String job = sites.submit();
        ExecutorTaskView attempt = sites.fetchAt(HOST);
        sites.network().goDown(HOST);
        sites.host().executorTasks().complete("by hand", attempt.id(), TestWorker.succeeded(), null);
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
    void aRefusalNamesThePartyAndWhoHoldsItsCoresAndNobodyElseHoldsAny() {
        String holder = sites.host()
                .jobs()
                .submit(aJob().with("a").parameter("task_cores", 10).submission())
                .jobId();
        patiently()
                .until(() -> sites.host()
                                .jdbc()
                                .queryForObject("select count(*) from resource_lease where kind = 'job'", Integer.class)
                        == 2);

        String job = sites.submit();

        patiently()
                .untilAsserted(() -> assertThat(queried(job).path("wait_reason").asText())
                        .contains("host 10000 refused resource/apply at", "host 10000 needs 4 cores", holder));
        assertThat(queried(job).path("wait_since").isNumber()).isTrue();
        assertThat(sites.guest().jdbc().queryForList("select * from resource_lease"))
                .isEmpty();
        assertThat(sites.at(ARBITER).jdbc().queryForList("select * from resource_lease"))
                .isEmpty();
        sites.host().jobs().stop(holder, "canceled");
        sites.workAtAll();
        sites.awaitStatus(job, "success");
    }

    @Test
    void aPartyThatRefusesTheJobFailsItWithItsWords() {
        // it could take part when it was asked before
        sites.network().lose(call -> call.is("create") && call.to() == HOST && shrinkHost());

        String job = sites.submit();

        sites.awaitStatusAt(job, "failed", GUEST, ARBITER);
        sites.host().jdbc().update("update engine_registry set cores = 20, remaining_cores = 20");
        assertThat(sites.reasonAt(job))
                .contains("FFB-3003 host 10000 refused create of the job with retcode 103", "one job may have 1 cores");
        assertThat(sites.statusAt(job, HOST)).isEqualTo("unknown");
    }

    @Test
    void aCommandThatNobodyAnswersBecomesAnIncidentThatNamesPartyActionAndRemedy() {
        sites.workAtAll();
        sites.network().lose(call -> call.to() == HOST && call.is("create"));
        String job = sites.submit();
        ManagementService management = sites.guest().engine().getManagementService();

        management.setJobRetries(commandAfterTries(1).getId(), 0);

        assertThat(sites.guest()
                        .engine()
                        .getRuntimeService()
                        .createIncidentQuery()
                        .list())
                .extracting(Incident::getIncidentMessage)
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
        sites.guest()
                .engine()
                .getManagementService()
                .setJobDuedate(command.getId(), Date.from(Instant.now().plus(Duration.ofHours(1))));
        sites.network().heal();

        hostCalls(job);

        sites.awaitStatus(job, "success");
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

    /** What {@code job/query} says of the job at its initiator. */
    private JsonNode queried(String job) {
        JobQueries queries =
                new JobQueries(new NamedParameterJdbcTemplate(sites.guest().jdbc()), ZoneOffset.UTC);
        return queries.find(JSON.createObjectNode().put("job_id", job).put("role", "guest"), null)
                .get(0);
    }

    private boolean shrinkHost() {
        return sites.host().jdbc().update("update engine_registry set cores = 1, remaining_cores = 1") == 0;
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

    @Test
    void partiesThatNeverReportAreAsked() {
        sites.workAtAll();

        String job = sites.submit("\"federated_status_collect_type\": \"PULL\"");

        sites.awaitStatus(job, "success");
        assertThat(sites.network().delivered()).noneMatch(call -> call.is("report"));
    }

    @Test
    void whatAnOlderJobHasMadeIsTakenOverAtAllParties() {
        sites.workAtAll();
        String old = sites.submit();
        sites.awaitStatus(old, "success");

        String job = sites.submit("""
                "inheritance_info": {"job_id": "%s", "component_list": ["first_0"]}""".formatted(old));

        sites.awaitStatus(job, "success");
        assertThat(sites.ran(HOST)).containsExactlyInAnyOrder(old + " first_0", old + " then_0", job + " then_0");
        assertThat(sites.host()
                        .jdbc()
                        .queryForList(
                                "select component_name || ' ' || status || ' ' || party_status from task where job_id = ?",
                                String.class,
                                job))
                .containsExactlyInAnyOrder("first_0 success success", "then_0 success success");
    }

    @Test
    void aPartyThatHasForgottenTheOlderJobRefusesToTakeItOver() {
        sites.workAtAll();
        String old = sites.submit();
        sites.awaitStatus(old, "success");
        sites.host().jdbc().update("delete from task where job_id = ?", old);

        assertThatThrownBy(() -> sites.submit("""
                "inheritance_info": {"job_id": "%s", "component_list": ["first_0"]}""".formatted(old)))
                .hasMessageContainingAll("FFB-2050", "FFB-2043", "host 10000", "first_0");
    }

    @Test
    void nobodyReportsForOthers() throws InterruptedException {
        String job = sites.submit();
        ExecutorTaskView attempt = sites.fetchAt(HOST);
        TaskAddress hosts = new TaskAddress(job, "first_0", attempt.key().taskId(), 0, new Party("host", HOST));
        TaskReport success = new TaskReport(TaskStatus.SUCCESS, 1L, 2L, 3L, 2L, "");

        CallOutcome refused = sites.ask(new Party("arbiter", ARBITER), new InitiatorCall.Report(hosts, success));

        assertThat(refused.trouble()).contains("FFB-6311", "party 10001 may not report of host 10000");
        sites.guest().jobs().stop(job, "canceled");
        sites.awaitStatus(job, "canceled");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"create", "status/waiting", "dependence/check", "resource/apply", "start", "status/running"})
    void aJobIsCanceledWhateverItWaitsFor(String action) {
        sites.network().lose(call -> call.to() == HOST && call.is(action));
        String job = sites.submit();
        patiently().until(() -> !sites.guest()
                .jdbc()
                .queryForList(
                        "select role from party_command where action = ? and role = 'host'"
                                + " and answer_time is null",
                        action)
                .isEmpty());

        sites.guest().jobs().stop(job, "canceled");

        assertThat(sites.statusAt(job, GUEST)).isEqualTo("canceled");
        sites.network().heal();
        sites.awaitStatus(job, "canceled");
    }

    @Test
    void aRunningJobIsCanceledEverywhere() throws InterruptedException {
        String job = sites.submit();
        ExecutorTaskView atHost = sites.fetchAt(HOST);
        ExecutorTaskView atGuest = sites.fetchAt(GUEST);

        sites.guest().jobs().stop(job, "canceled");

        sites.awaitStatus(job, "canceled");
        sites.assertNothingIsLeft();
        assertThat(sites.host().executorTasks().complete("by hand", atHost.id(), TestWorker.succeeded(), null))
                .isFalse();
        assertThat(sites.guest().executorTasks().complete("by hand", atGuest.id(), TestWorker.succeeded(), null))
                .isFalse();
    }

    @Test
    void aCallThatComesAfterTheEndStartsNothing() {
        sites.network().delay(call -> call.to() == HOST && call.is("resource/apply"));
        String job = sites.submit();
        patiently().until(() -> sites.network().delayed() == 1);
        sites.guest().jobs().stop(job, "canceled");
        sites.network().loseAnswers(call -> false);
        sites.network().deliverDelayed();

        sites.awaitStatus(job, "canceled");
    }

    @Test
    void whatIsSentHasTheShapeThatPythonPartiesKnow() throws IOException {
        assumeTrue(Files.isDirectory(RECORDINGS), "no recordings beside the checkout");
        JsonNode recorded = recorded("fed_party_create.json");
        ObjectNode conf = recorded.path("runtime_conf").deepCopy();
        conf.withObjectProperty("job_parameters").putObject("common").put("federated_mode", "MULTIPLE");
        sites.workAtAll();

        String job = sites.guest()
                .jobs()
                .submit(new JobSubmission(recorded.path("dsl").toString(), conf.toString(), ""))
                .jobId();

        sites.awaitStatusAt(job, "success", GUEST, HOST);
        assertThat(shape(sent("host/10000/create"))).containsExactlyInAnyOrderEntriesOf(shape(recorded));
        assertThat(shape(sent("host/10000/status/success")).keySet())
                .containsAll(shape(recorded("fed_party_status_success.json")).keySet());
        assertThat(shape(sent("host/10000/update"))).isEqualTo(shape(recorded("fed_party_update.json")));
        assertThat(sent("host/10000/start")).isEqualTo(recorded("fed_party_start_2.json"));
        assertThat(sent("0/host/10000/stop/success")).isEqualTo(recorded("fed_party_stop_success_2.json"));
        assertThat(sent("host/10000/clean")).isEqualTo(recorded("fed_party_clean.json"));
    }

    private static JsonNode recorded(String name) throws IOException {
        return JSON.readTree(Files.readString(RECORDINGS.resolve(name)))
                .path("request")
                .path("body");
    }

    /** The body of the last call to such a path. */
    private JsonNode sent(String end) throws IOException {
        Network.Call last = sites.network().delivered().stream()
                .filter(call -> call.is(end))
                .reduce((one, other) -> other)
                .orElseThrow();
        return JSON.readTree(last.body());
    }

    /** Each value's place and type. */
    private static Map<String, JsonNodeType> shape(JsonNode node) {
        Map<String, JsonNodeType> shape = new TreeMap<>();
        shape("", node, shape);
        return shape;
    }

    private static void shape(String place, JsonNode node, Map<String, JsonNodeType> shape) {
        shape.put(place, node.getNodeType());
        node.properties().forEach(entry -> shape(place + "/" + entry.getKey(), entry.getValue(), shape));
    }

    /** What a party was sent, as {@code component action}. */
    private List<String> commandsTo(String role) {
        return sites.network().delivered().stream()
                .filter(call -> call.from() == GUEST && call.path().startsWith("/v1/party/"))
                .filter(call -> call.path().contains("/" + role + "/"))
                .map(call -> call.action()
                        .replaceAll("^" + role + "/\\d+/", "")
                        .replaceAll("^(\\w+)/\\w+/\\d+/" + role + "/\\d+/", "$1 "))
                .filter(action -> !action.endsWith("collect") && !action.contains("preflight"))
                .toList();
    }
}

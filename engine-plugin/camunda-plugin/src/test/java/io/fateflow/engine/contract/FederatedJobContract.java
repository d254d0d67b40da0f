package io.fateflow.engine.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.job.RerunResult;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.preflight.PreflightResult;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.federation.wire.InitiatorCall;
import io.fateflow.federation.wire.JobAddress;
import io.fateflow.federation.wire.TaskAddress;
import io.fateflow.federation.wire.TaskReport;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static io.fateflow.engine.contract.ThreeSites.ARBITER;
import static io.fateflow.engine.contract.ThreeSites.GUEST;
import static io.fateflow.engine.contract.ThreeSites.HOST;
import static io.fateflow.engine.contract.ThreeSites.patiently;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** A job that one site schedules and three sites run. */
abstract class FederatedJobContract extends FederatedContract {

    private static final Path RECORDINGS = Path.of("../../../shared/reference/captures");
    private static final ObjectMapper JSON = new ObjectMapper();

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
        patiently().untilAsserted(() -> assertThat(incidentsAtGuest())
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
                party == HOST && task.taskVersion() == 0 ? TestWorker.failed("once") : TestWorker.succeeded());

        String job = sites.submit("\"auto_retries\": 1", "\"auto_retry_delay\": 1");

        sites.awaitStatus(job, "success");
        assertThat(sites.at(ARBITER).jdbc().queryForObject("select max(task_version) from task", Integer.class))
                .isEqualTo(1);
    }

    @Test
    void aRefusalNamesThePartyAndWhoHoldsItsCoresAndNobodyElseHoldsAny() {
        String holder = occupy(sites.host());

        String job = sites.submit();

        patiently()
                .untilAsserted(() -> assertThat(queried(job).path("wait_reason").asText())
                        .contains("host 10000 refused resource/apply at", ": it needs 4 cores", holder));
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
    void whatOthersHaveGrantedIsGivenBackWhenTheLastOneThatIsAskedRefuses() {
        String holder = occupy(sites.at(ARBITER));
        JobSubmission ofTwoHosts = new JobSubmission(
                "{\"components\": {\"first_0\": {\"module\": \"DataTransform\"}}}",
                ThreeSites.conf().replace("[10000], \"arbiter\": [10001]", "[10000, 10001]"),
                "alice");

        String job = sites.guest().jobs().submit(ofTwoHosts).jobId();

        patiently()
                .untilAsserted(() -> assertThat(queried(job).path("wait_reason").asText())
                        .contains("host 10001 refused resource/apply"));
        patiently().untilAsserted(() -> assertThat(List.of(sites.guest(), sites.host()))
                .allSatisfy(site -> assertThat(site.jdbc().queryForList("select * from resource_lease"))
                        .isEmpty()));
        sites.at(ARBITER).jobs().stop(holder, "canceled");
        sites.workAtAll();
        sites.awaitStatus(job, "success");
    }

    /** Has a job of a site's own hold all its cores. */
    private String occupy(TestSite site) {
        String holder = site.jobs()
                .submit(aJob().with("a").parameter("task_cores", 10).submission())
                .jobId();
        patiently()
                .until(() -> site.jdbc()
                                .queryForObject("select count(*) from resource_lease where kind = 'job'", Integer.class)
                        == 2);
        return holder;
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

    /** What {@code job/query} says of the job at its initiator. */
    private JsonNode queried(String job) {
        JobQueries queries =
                new JobQueries(new NamedParameterJdbcTemplate(sites.guest().jdbc()), Clock.systemUTC());
        return queries.find(JSON.createObjectNode().put("job_id", job).put("role", "guest"), null)
                .get(0);
    }

    private boolean shrinkHost() {
        return sites.host().jdbc().update("update engine_registry set cores = 1, remaining_cores = 1") == 0;
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

    /** Users submit again and again to a site that hangs: for want of connections all else at this one would wait, too. */
    @Test
    void whoWaitsForAnotherSitesAnswerHoldsNoConnection() {
        sites.network().whenAsked(call -> await("no connection is in use")
                .until(() -> sites.guest().connectionsInUse() == 0));
        sites.network().goDown(HOST);

        assertThatThrownBy(sites::submit).hasMessageContainingAll("FFB-2050", "host 10000");
    }

    @Test
    void allPartiesAreAskedBeforeThereIsAJobAndNothingIsKept() {
        sites.workAtAll();
        String old = sites.submit();
        sites.awaitStatus(old, "success");
        sites.host().jdbc().update("delete from task where job_id = ?", old);
        JobSubmission takesOver = ThreeSites.job("""
                "inheritance_info": {"job_id": "%s", "component_list": ["first_0"]}""".formatted(old));

        List<PreflightResult> able = sites.guest().preflight().ask(ThreeSites.job());
        List<PreflightResult> unable = sites.guest().preflight().ask(takesOver);

        assertThat(able)
                .extracting(answer -> answer.party().role())
                .containsExactlyInAnyOrder("guest", "host", "arbiter");
        assertThat(able).allMatch(PreflightResult::ready);
        assertThat(unable)
                .filteredOn(answer -> !answer.ready())
                .singleElement()
                .asString()
                .contains("host 10000", "FFB-2043");
        for (long party : new long[] {ThreeSites.GUEST, HOST, ARBITER}) {
            assertThat(sites.at(party).jdbc().queryForList("select distinct job_id from job", String.class))
                    .containsExactly(old);
        }
    }

    @Test
    void nobodyReportsForOthers() throws InterruptedException {
        String job = sites.submit();
        ExecutorTask attempt = sites.fetchAt(HOST);
        TaskAddress hosts = new TaskAddress(job, "first_0", attempt.taskId(), 0, new Party("host", HOST));
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
        ExecutorTask atHost = sites.fetchAt(HOST);
        ExecutorTask atGuest = sites.fetchAt(GUEST);

        sites.guest().jobs().stop(job, "canceled");

        sites.awaitStatus(job, "canceled");
        sites.assertNothingIsLeft();
        assertThat(sites.host().executorTasks().complete("by hand", atHost.id(), TestWorker.succeeded()))
                .isFalse();
        assertThat(sites.guest().executorTasks().complete("by hand", atGuest.id(), TestWorker.succeeded()))
                .isFalse();
    }

    @Test
    void aPartyMayStopTheJobAndIsNamed() throws InterruptedException {
        String job = sites.submit();
        sites.fetchAt(HOST);
        sites.fetchAt(GUEST);

        assertThat(sites.host().jobs().stop(job, "canceled")).isTrue();

        sites.awaitStatus(job, "canceled");
        assertThat(errorAtGuest(job)).contains("10000").containsAnyOf("FFB-6350", "FFB-6351");
    }

    @Test
    void aPartysStopIsHeardThoughItsCallIsLost() throws InterruptedException {
        sites.network().lose(call -> call.to() == GUEST && call.is("stop/canceled"));
        String job = sites.submit();
        sites.fetchAt(HOST);

        assertThat(sites.host().jobs().stop(job, "canceled")).isTrue();

        assertThat(sites.statusAt(job, HOST)).isEqualTo("canceled");
        sites.awaitStatus(job, "canceled");
        assertThat(errorAtGuest(job)).contains("FFB-6350 host 10000 has canceled its part of component");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPartysStopThatNobodyToldIsHeardWhenItRefusesToBegin(boolean itsTask) {
        sites.network()
                .lose(call -> call.is("stop/canceled")
                        || (call.is("start") && call.path().contains("/0/") == itsTask));
        String job = sites.submit();
        patiently().until(() -> isStartUnderWay(itsTask));

        assertThat(sites.host().jobs().stop(job, "canceled")).isTrue();
        sites.network().heal();

        sites.awaitStatus(job, "canceled");
        assertThat(errorAtGuest(job)).isEqualTo("FFB-6351 party 10000 has stopped the job");
    }

    private boolean isStartUnderWay(boolean ofTask) {
        return sites.guest()
                        .jdbc()
                        .queryForObject(
                                "select count(*) from party_command where answer_time is null and action = 'start' and"
                                        + " (task_id <> '') = ? and party_id = '10000'",
                                Integer.class,
                                ofTask)
                > 0;
    }

    /** Whoever schedules the job says how it has ended: here it had failed before anybody there heard of the stop. */
    @Test
    void aStopThatComesTooLateChangesNothing() throws InterruptedException {
        String job = sites.submit();
        sites.fetchAt(HOST);
        ExecutorTask atGuest = sites.fetchAt(GUEST);
        sites.network().goDown(HOST);

        assertThat(sites.host().jobs().stop(job, "canceled")).isTrue();
        sites.guest().executorTasks().complete("by hand", atGuest.id(), TestWorker.failed("column x7 is missing"));
        patiently().until(() -> sites.statusAt(job, GUEST).equals("failed"));
        assertThat(sites.statusAt(job, HOST)).isEqualTo("canceled");
        sites.network().comeBack(HOST);

        sites.awaitStatus(job, "failed");
    }

    @Test
    void aPartyThatSaysItHasCanceledCancelsTheJob() throws InterruptedException {
        String job = sites.submit();
        ExecutorTask attempt = sites.fetchAt(HOST);
        Party hosts = new Party("host", HOST);
        TaskAddress place =
                new TaskAddress(job, attempt.taskId().substring(job.length() + 1), attempt.taskId(), 0, hosts);

        sites.ask(
                hosts,
                new InitiatorCall.Report(
                        place, new TaskReport(TaskStatus.CANCELED, 1L, 2L, 3L, 2L, "the operator has stopped it")));

        sites.awaitStatus(job, "canceled");
        assertThat(errorAtGuest(job)).contains("FFB-6350 host 10000", "the operator has stopped it");
    }

    private String errorAtGuest(String job) {
        return sites.guest()
                .jdbc()
                .queryForObject("select max(error_report) from job where job_id = ?", String.class, job);
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
        // the last that is said, when all have succeeded
        patiently().until(() -> sites.network().delivered().stream().anyMatch(call -> call.is("host/10000/clean")));
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
}

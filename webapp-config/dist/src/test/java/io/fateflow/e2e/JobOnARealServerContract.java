package io.fateflow.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.executor.WorkerService;
import io.fateflow.operations.doctor.Severity;
import io.fateflow.webapp.doctor.SiteDoctor;
import io.fateflow.worker.api.ExecutorReport;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Jobs from their submission to their end: a whole server, its own worker, and real executors. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JobOnARealServerContract {

    private static final Path EXECUTORS = Path.of("target", "executors");

    private Path home;

    private ServerInThisJvm server;
    private FlowClient client;
    private ExecutorProcesses executors;
    private JdbcTemplate jdbc;
    private Leases leases;

    /** Where the server keeps its rows. */
    abstract Map<String, String> database();

    @BeforeAll
    void startAndUpload(@TempDir Path place) {
        home = place;
        Map<String, Object> settings = new LinkedHashMap<>(database());
        settings.put("fate.home", home);
        settings.put("fate.worker.heartbeat", "200ms");
        settings.put("fate.worker.stop-grace", "2s");
        settings.put("fate.worker.executor-directory", EXECUTORS.toString());
        settings.put("fate.worker.commands." + Jobs.HELD_MODULE + ".command", "sleep,300");
        settings.put("fate.worker.commands." + Jobs.HELD_MODULE + ".pass-arguments", false);
        server = new ServerInThisJvm(settings);
        client = new FlowClient(server.port());
        executors = new ExecutorProcesses(home);
        jdbc = new JdbcTemplate(server.part(DataSource.class));
        leases = new Leases(jdbc);
        Jobs.uploadTables(client);
    }

    @AfterAll
    void stop() {
        server.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("fate-worker"));
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        try {
            executors.assertNoneIsLeft();
            leases.assertNoneIsLeft();
            await("the exchange is empty").atMost(Duration.ofSeconds(5)).until(() -> filesIn(home.resolve("exchange"))
                    .isEmpty());
            assertThat(filesIn(home.resolve("held")))
                    .as("tasks that the worker remembers")
                    .allMatch(file -> file.endsWith("lock") || file.endsWith("owner"));
            assertThat(server.part(SiteDoctor.class).look())
                    .as("what the doctor finds")
                    .filteredOn(finding -> finding.rule().severity() == Severity.ERROR)
                    .isEmpty();
        } finally {
            executors.killAll();
        }
    }

    @Test
    void aJobOfTwoPartiesSucceeds() {
        String jobId = client.submit(Jobs.secureAdd(30, 30));

        client.awaitEnd(jobId, "success");

        assertSecureAddSucceeded(jobId, 60);
        assertThat(client.jobs(jobId)).hasSize(2).allSatisfy(job -> {
            assertThat(job.path("f_progress").asInt()).isEqualTo(100);
            assertThat(job.path("f_elapsed").asLong()).isPositive();
        });
        assertThat(client.tableInfo(Jobs.NAMESPACE, Jobs.GUEST_TABLE)
                        .path("count")
                        .asInt())
                .isEqualTo(Jobs.ROWS);
        assertThat(EXECUTORS).as("what its executors are started from").isNotEmptyDirectory();
        assertThat(home.resolve("executor")).doesNotExist();
    }

    @Test
    void theAddressOfAJobsPageStaysGood() {
        maintenance(true);
        JsonNode answer = client.post("/v1/job/submit", Jobs.secureAdd(20, 20));
        String page = URI.create(answer.at("/data/board_url").asText()).getPath();
        String jobId = answer.path("jobId").asText();

        try {
            assertThat(client.answer(page, null).headers().firstValue("Location"))
                    .get(InstanceOfAssertFactories.STRING)
                    .endsWith("/jobs/" + jobId);
            assertThat(client.answer(page + "/process", null).headers().firstValue("Location"))
                    .get(InstanceOfAssertFactories.STRING)
                    .endsWith("#/process-instance/" + processOf(jobId) + "/runtime");
        } finally {
            // all other jobs of this server would wait
            maintenance(false);
        }
        client.awaitEnd(jobId, "success");
        await("its process ends").atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(
                        client.answer(page + "/process", null).headers().firstValue("Location"))
                .get(InstanceOfAssertFactories.STRING)
                .matches(".*#/process-definition/[^/]+/runtime"));
    }

    @Test
    void whatAComponentMadeIsShownAndDownloaded() {
        String jobId = client.submit(Jobs.secureAdd(20, 20));
        client.awaitEnd(jobId, "success");

        Map<String, String> files = client.outputData(jobId, "reader_0");
        assertThat(files.get("data.csv")).isEqualTo(Jobs.csv("id,y,x0"));
        assertThat(files.get("data.meta")).contains("\"id\"", "\"y\"", "\"x0\"");
        JsonNode rows = client.tracking("output/data", jobId, "reader_0");
        assertThat(rows.at("/meta/total/0").asInt()).isEqualTo(Jobs.ROWS);
        assertThat(rows.at("/data/0")).hasSize(Jobs.ROWS);
        assertThat(client.tracking("metric/all", jobId, "reader_0")
                        .at("/data/reader_namespace/reader_name/meta/count")
                        .asInt())
                .isEqualTo(Jobs.ROWS);
    }

    @ParameterizedTest
    @CsvSource({"true, 200000", "true, 0", "false, 0"})
    void theProcessMayBeStartedByEngineRest(boolean asTransient, int padding) {
        ObjectNode job = Jobs.secureAdd(20, 20);
        job.withObject("/job_runtime_conf/job_parameters/common").put("job_name", "by REST");
        job.withObject("/job_runtime_conf").put("notes", "x".repeat(padding));

        assertRunsBySecureAdd(client.startProcess(Jobs.variables(job, asTransient), true));
    }

    @Test
    void platformsMaySendVariablesOfTypeJson() {
        ObjectNode job = Jobs.secureAdd(20, 20);
        job.withObject("/job_runtime_conf").put("notes", "x".repeat(200_000));

        assertRunsBySecureAdd(client.startProcess(
                Jobs.jsonVariables(
                        job.path("job_dsl").toString(),
                        job.path("job_runtime_conf").toString()),
                true));
    }

    @Test
    void brokenJsonIsRefusedByEngineRestWithItsPlace() {
        HttpResponse<byte[]> answer = client.startProcess(Jobs.jsonVariables("{\"components\": ", "{}"), true);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(FlowClient.json(answer).path("message").asText())
                .containsPattern("FFB-1003 dsl.* line 1, column \\d+");
    }

    private void assertRunsBySecureAdd(HttpResponse<byte[]> answer) {
        assertThat(answer.statusCode())
                .as(new String(answer.body(), StandardCharsets.UTF_8))
                .isEqualTo(200);
        String jobId = jobOfProcess(FlowClient.json(answer).path("id").asText());
        client.awaitEnd(jobId, "success");
        assertSecureAddSucceeded(jobId, 40);
    }

    @Test
    void aBadDslIsRefusedByEngineRestWithAllItsProblems() {
        ObjectNode job = Jobs.secureAdd(20, 20);
        job.withObject("/job_dsl/components/reader_0").put("module", "NoSuchModule");
        job.withObject("/job_runtime_conf").remove("initiator");
        List<Long> before = stored();

        HttpResponse<byte[]> answer = client.startProcess(Jobs.variables(job, true), true);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(FlowClient.json(answer).path("message").asText())
                .containsPattern("FFB-\\d{4}")
                .contains("NoSuchModule", "initiator");
        assertThat(stored()).isEqualTo(before);
    }

    @Test
    void nobodyStartsAProcessWithoutALogin() {
        List<Long> before = stored();

        assertThat(client.startProcess(Jobs.variables(Jobs.held(), true), false).statusCode())
                .isEqualTo(401);

        assertThat(stored()).isEqualTo(before);
    }

    @Test
    void aFailedComponentFailsTheJobAtAllPartiesAndSaysWhereAndWhy() {
        String jobId = client.submit(Jobs.secureAdd(30, 20));

        client.awaitEnd(jobId, "failed");

        assertThat(incident(jobId)).contains("secure_add_example_0", "guest 9999", "do both have the same data_num?");
        assertThat(client.tasks(jobId))
                .filteredOn(task -> task.path("f_component_name").asText().equals("secure_add_example_0"))
                .anySatisfy(task ->
                        assertThat(task.path("f_error_report").asText()).contains("do both have the same data_num?"));
        assertThat(log(client.logs(jobId), "guest/9999/secure_add_example_0/INFO.log"))
                .contains("Secure Add Result");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a label that is text   | id,y:1,0:2,maybe | id,x0:1,5:2,6     | y | false | guest 9999, label y, row 2
            a missing label column | id,y:1,0:2,1     | id,x0:1,5:2,6     | z | false | guest 9999, z
            a feature that is text | id,y:1,0:2,1     | id,x0:1,5:2,maybe | y | false | host 10000, column x0, row 2
            no common id           | id,y:1,0:2,1     | id,x0:3,5:4,6     | y | false | guest 9999, host 10000, common
            match ids at one party | id,y:1,0:2,1     | id,x0:1,5:2,6     | y | true  | guest 9999: false, host 10000: true
            """)
    void badDataFailsTheTaskAtEveryPartyWithItsPlace(
            String what, String guest, String host, String label, boolean matchId, String places) {
        client.upload("bad_guest", guest.replace(':', '\n'));
        client.upload("bad_host", host.replace(':', '\n'));

        String jobId = client.submit(Jobs.intersection(
                "bad_guest",
                "bad_host",
                "{\"with_label\": true, \"label_name\": \"" + label + "\"}",
                "{\"with_match_id\": " + matchId + "}"));

        client.awaitEnd(jobId, "failed");
        List<JsonNode> failed = client.tasks(jobId).stream()
                .filter(task -> task.path("f_status").asText().equals("failed"))
                .toList();
        assertThat(failed).extracting(task -> task.path("f_role").asText()).containsExactlyInAnyOrder("guest", "host");
        assertThat(failed)
                .allSatisfy(task -> assertThat(task.path("f_error_report").asText())
                        .as(what)
                        .contains(places.split(", "))
                        .as("the value stays at its party")
                        .doesNotContain("maybe"));
    }

    @Test
    void aLeftJoinLeavesTheGuestRowsOfTheHostsOthersWithoutValues() {
        client.upload("joined_guest", "id,person,y,x0\ng1,anna,1,0.5\ng2,bert,0,1.5\n");
        client.upload("joined_host", "id,person,x1\nh1,anna,7\nh2,emil,8\n");
        ObjectNode job = Jobs.intersection(
                "joined_guest",
                "joined_host",
                "{\"with_label\": true, \"label_name\": \"y\", \"with_match_id\": true}",
                "{\"with_match_id\": true}");
        job.withObject("/job_runtime_conf/component_parameters/common/intersection_0")
                .put("join_method", "left_join")
                .put("sample_id_generator", "host");

        String jobId = client.submit(job);

        client.awaitEnd(jobId, "success");
        JsonNode rows = client.tracking("output/data", jobId, "intersection_0").at("/data/0");
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).toString()).startsWith("[\"h1\",\"anna\"").contains("0.5");
        assertThat(rows.get(1).toString()).startsWith("[\"h2\",\"\"").doesNotContain("1.5");
    }

    @Test
    void aFailedJobRunsAgainWithOtherParametersAndItsStoryTellsOfIt() {
        String jobId = client.submit(Jobs.secureAdd(30, 20));
        client.awaitEnd(jobId, "failed");
        ObjectNode change = FlowClient.JSON.createObjectNode().put("job_id", jobId);
        change.set(
                "component_parameters",
                FlowClient.json("{\"role\": {\"host\": {\"0\": {\"secure_add_example_0\": {\"data_num\": 30}}}}}"));

        assertThat(client.post("/v1/job/parameter/update", change)
                        .path("retmsg")
                        .asText())
                .isEqualTo("success");
        assertThat(client.post(
                                "/v1/job/rerun",
                                FlowClient.JSON.createObjectNode().put("job_id", jobId))
                        .toString())
                .isEqualTo("{\"retcode\":0,\"retmsg\":\"rerun job success\"}");

        client.awaitStatus(jobId, "success");
        assertSecureAddSucceeded(jobId, 60);
        List<String> story = new ArrayList<>();
        client.get("/v1/job/" + jobId + "/story")
                .path("data")
                .forEach(event -> story.add(
                        event.path("source").asText() + " " + event.path("what").asText()));
        assertThat(story)
                .containsSubsequence(
                        "audit submit",
                        "step Apply job resources",
                        "incident failedJob",
                        "audit rerun",
                        "step Finish job")
                // a user may be quicker than the incident, which is made by the step after the one that fails the job
                .containsSubsequence("audit submit", "audit parameter_update", "audit rerun");
    }

    @Test
    void aStoppedJobLeavesNoExecutor() {
        String jobId = client.submit(Jobs.held());
        await("executors run")
                .atMost(Duration.ofSeconds(20))
                .until(() -> pids(jobId).size() == 2);
        List<Long> pids = pids(jobId);
        List<Map<String, Object>> held =
                jdbc.queryForList("select id_ as id, worker_id_ as worker from act_ru_ext_task");

        assertThat(client.stop(jobId).path("retcode").asInt()).isZero();

        client.awaitEnd(jobId, "canceled");
        await("executors are gone").atMost(Duration.ofSeconds(8)).until(() -> pids.stream()
                .noneMatch(pid -> ProcessHandle.of(pid).isPresent()));
        assertThat(held).hasSize(2).allSatisfy(task -> assertThat(server.part(WorkerService.class)
                        .here()
                        .complete(String.valueOf(task.get("worker")), String.valueOf(task.get("id")), success()))
                .as("a late report is taken")
                .isFalse());
        assertThat(client.stop(jobId).path("retcode").asInt()).isZero();
        client.awaitEnd(jobId, "canceled");
        assertThat(client.tasks(jobId))
                .extracting(task -> task.path("f_party_status").asText())
                .containsOnly("canceled");
    }

    @Test
    void aKilledExecutorFailsTheJobAndItsPeersAreStopped() {
        String jobId = client.submit(Jobs.held());
        await("executors run")
                .atMost(Duration.ofSeconds(20))
                .until(() -> pids(jobId).size() == 2);

        ProcessHandle.of(pids(jobId).get(0)).orElseThrow().destroyForcibly();

        client.awaitEnd(jobId, "failed");
        assertThat(incident(jobId)).contains("hold_0", "signal 9");
        assertThat(jdbc.queryForList("select exit_reason from task where job_id = ?", String.class, jobId))
                .contains("signal");
    }

    @Test
    void aTableMayBeTheOutputOfAnEarlierJob() {
        String earlier = client.submit(Jobs.secureAdd(20, 20));
        client.awaitEnd(earlier, "success");

        String jobId =
                client.submit(Jobs.secureAdd(outputOf(earlier, "reader_0"), Jobs.named(Jobs.HOST_TABLE), 20, 20));

        client.awaitEnd(jobId, "success");
        assertThat(jdbc.queryForList(
                        "select row_count from storage_table_meta m join tracking_output_data_info o"
                                + " on o.table_name = m.name and o.table_namespace = m.namespace"
                                + " where o.job_id = ? and o.role = 'guest'",
                        Integer.class,
                        jobId))
                .containsExactly(Jobs.ROWS);
    }

    @Test
    void anOutputThatNobodyHasIsNamed() {
        String jobId = client.submit(
                Jobs.secureAdd(outputOf("202601021530450000010", "no_such_0"), Jobs.named(Jobs.HOST_TABLE), 20, 20));

        client.awaitEnd(jobId, "failed");

        assertThat(incident(jobId)).contains("reader_0", "guest 9999", "no_such_0", "202601021530450000010");
    }

    @Test
    void anOperatorRetriesAFailedJobOnceItsCauseIsRemoved() {
        String table = "late_" + jdbc.queryForObject("select count(*) from job", Long.class);
        client.upload(table, Jobs.csv("id,x1,x2"));
        maintenance(true);
        String jobId = client.submit(Jobs.secureAdd(Jobs.named(Jobs.GUEST_TABLE), Jobs.named(table), 20, 20));
        client.post(
                "/v1/table/delete",
                FlowClient.JSON.createObjectNode().put("table_name", table).put("namespace", Jobs.NAMESPACE));
        maintenance(false);
        client.awaitEnd(jobId, "failed");
        assertThat(incident(jobId)).contains("host 10000", "can not found table name: " + table);

        client.upload(table, Jobs.csv("id,x1,x2"));
        client.retry(incidents(processOf(jobId)).path(0).path("configuration").asText());

        client.awaitStatus(jobId, "success");
        assertThat(client.tasks(jobId))
                .filteredOn(task -> task.path("f_component_name").asText().equals("reader_0"))
                .hasSize(2)
                .allSatisfy(
                        task -> assertThat(task.path("f_task_version").asInt()).isEqualTo(1));
        assertThat(incidents(processOf(jobId))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            reader_0             | {"table": {"name": "gone", "namespace": "experiment"}} | can not found table name: gone
            reader_0             | {"table": {"name": "gone"}}                            | namespace is missing
            secure_add_example_0 | {"data_num": "many"}                                   | data_num must be a whole number
            secure_add_example_0 | {"no_such": 1}                                         | redundant parameters: `[no_such]`
            """)
    void whatCouldOnlyFailIsRefusedAtTheSubmission(String component, String parameters, String why) {
        ObjectNode job = Jobs.secureAdd(20, 20);
        job.withObject("/job_runtime_conf/component_parameters/role/host/0")
                .set(component, FlowClient.json(parameters));
        List<Long> before = stored();

        JsonNode answer = client.post("/v1/job/submit", job);

        assertThat(answer.path("retcode").asInt()).isNotZero();
        assertThat(answer.path("retmsg").asText())
                .contains("FFB-2011", "component " + component + " can't run at host 10000", why);
        assertThat(stored()).isEqualTo(before);
    }

    @Test
    void aModuleThatNoWorkerHereHasIsRefusedAtTheSubmission() {
        ObjectNode job = Jobs.secureAdd(20, 20);
        job.withObject("/job_dsl/components/secure_add_example_0").put("module", "HeteroNN");

        JsonNode answer = client.post("/v1/job/submit", job);

        assertThat(answer.path("retmsg").asText())
                .contains("FFB-2011", "guest 9999", "host 10000", "no worker of this site has module HeteroNN");
    }

    @Test
    void parametersOfAComponentThatIsNotThereAreAWarning() {
        ObjectNode job = Jobs.secureAdd(20, 20);
        job.withObject("/job_runtime_conf/component_parameters/common")
                .putObject("secure_add_example_1")
                .put("data_num", 1);

        JsonNode answer = client.post("/v1/job/submit", job);

        assertThat(answer.path("retcode").asInt()).isZero();
        assertThat(answer.path("retmsg").asText())
                .startsWith("[WARN]FFB-1226")
                .contains("secure_add_example_1", "'secure_add_example_0'?");
        client.awaitEnd(answer.path("jobId").asText(), "success");
    }

    private void maintenance(boolean on) {
        client.post("/v1/server/maintenance", FlowClient.JSON.createObjectNode().put("enabled", on));
    }

    private static ObjectNode outputOf(String jobId, String component) {
        return FlowClient.JSON
                .createObjectNode()
                .put("job_id", jobId)
                .put("component_name", component)
                .put("data_name", "data");
    }

    private void assertSecureAddSucceeded(String jobId, int result) {
        assertThat(client.tasks(jobId)).hasSize(4).allSatisfy(task -> {
            assertThat(task.path("f_status").asText()).isEqualTo("success");
            assertThat(task.path("f_party_status").asText()).isEqualTo("success");
            assertThat(task.path("f_run_pid").asLong()).isPositive();
            assertThat(task.path("f_elapsed").asLong()).isPositive();
        });
        assertThat(log(client.logs(jobId), "guest/9999/secure_add_example_0/INFO.log"))
                .contains("Secure Add Result is " + result + ".0000");
    }

    private static String log(Map<String, String> logs, String name) {
        return requireNonNull(logs.get(name), name);
    }

    private List<Long> pids(String jobId) {
        return client.tasks(jobId).stream()
                .map(task -> task.path("f_run_pid").asLong())
                .filter(pid -> pid > 0)
                .toList();
    }

    private String jobOfProcess(String processInstance) {
        return jdbc.queryForObject(
                "select distinct job_id from job where process_instance_id = ?", String.class, processInstance);
    }

    private String incident(String jobId) {
        String process = processOf(jobId);
        await("an incident").atMost(Duration.ofSeconds(5)).until(() -> !incidents(process)
                .isEmpty());
        return incidents(process).path(0).path("incidentMessage").asText();
    }

    private String processOf(String jobId) {
        return jdbc.queryForObject(
                "select process_instance_id from job where job_id = ? and process_instance_id is not null",
                String.class,
                jobId);
    }

    private JsonNode incidents(String process) {
        return client.engine("/incident?processInstanceId=" + process);
    }

    private List<Long> stored() {
        return Stream.of("job", "job_body", "task", "act_hi_procinst", "act_ru_execution", "act_re_procdef")
                .map(table -> leases.count("select count(*) from " + table))
                .toList();
    }

    private static ExecutorReport success() {
        return new ExecutorReport("success", "exited", 0, "", List.of(), 1, 1, 2, 0, 0, null);
    }

    private static List<Path> filesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.exists(directory) ? Files.walk(directory) : Stream.empty()) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}

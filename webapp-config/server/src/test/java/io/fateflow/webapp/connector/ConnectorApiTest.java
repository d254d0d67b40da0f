package io.fateflow.webapp.connector;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.TestPropertySource;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.StubEngine;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.worker.table.TableName;

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
@Tag(ServerTest.SERVER)
@TestPropertySource(
        properties = {"fate.connectors.hosts=db.example,[::1]:1,other.example:77", ServerTest.SECOND_ENGINE})
class ConnectorApiTest {

    private static final String PASSWORD = "sesame-7";
    private static final String INFO =
            "{\"user\": \"fate\", \"passwd\": \"" + PASSWORD + "\", \"host\": \"db.example\", \"port\": 3306}";
    private static final String ADDRESS = "{\"connector_name\": \"c\", \"db\": \"d\", \"name\": \"people\"}";

    @Autowired
    private Caller caller;

    @Autowired
    private StubEngine.Jobs jobs;

    @Autowired
    private StubEngine.Data data;

    @Autowired
    private FateHome home;

    @Autowired
    private JdbcTemplate jdbc;

    @BeforeEach
    void make() {
        jobs.submitted.clear();
        jdbc.update("delete from task where job_id = 'connectors'");
        jdbc.update("delete from task_parameters where task_id like 'connectors%'");
        caller.post("/v1/table/delete", "{\"namespace\": \"n\", \"table_name\": \"t\"}");
        assertThat(create("c", "MYSQL", INFO).path("retmsg").asText()).isEqualTo("success");
    }

    @Test
    void aConnectorIsShownWithoutItsPassword() {
        JsonNode answer = post("/v1/table/connector/query", "{\"connector_name\": \"c\"}");

        assertThat(answer).isEqualTo(json("""
                {"retcode": 0, "retmsg": "success", "data":
                {"user": "fate", "passwd": null, "host": "db.example", "port": 3306, "db": null}}"""));
        assertThat(post("/v1/table/connector/query", "{\"connector_name\": \"../c\"}"))
                .isEqualTo(json("{\"retcode\": 0, \"retmsg\": \"success\", \"data\": {}}"));
    }

    @Test
    void itsPasswordIsInAFileOfTheServersUserAndNowhereElse() throws IOException {
        Path file = home.home().resolve("connectors/c.json");

        assertThat(Files.readString(file)).contains(PASSWORD);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
        assertThat(caller.send(caller.request("/v1/audit", "admin", ServerTest.PASSWORD)
                                .GET())
                        .body())
                .contains("connector_create", "db.example:3306")
                .doesNotContain(PASSWORD);
    }

    @Test
    void onlyAdministratorsMakeOne() {
        HttpResponse<String> answer = caller.post("/v1/table/connector/create", body("c", "MYSQL", INFO));

        assertThat(answer.statusCode()).isEqualTo(401);
    }

    @Test
    void noOtherHostIsCalled() {
        String elsewhere = INFO.replace("3306", "3307");

        assertThat(create("x", "MYSQL", elsewhere).path("retmsg").asText())
                .contains("FFB-5293", "db.example:3307", "fate.connectors.hosts")
                .doesNotContain(PASSWORD);
        assertThat(create("x", "POSTGRESQL", INFO).path("retmsg").asText())
                .as("a host alone stands for the engine's own port")
                .contains("FFB-5293");
        assertThat(create("x", "MYSQL", INFO.replace("db.example", "other.example"))
                        .path("retmsg")
                        .asText())
                .contains("FFB-5293");
        assertThat(home.home().resolve("connectors/x.json")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "../x|MYSQL|db.example|connector_name",
                ".x|MYSQL|db.example|connector_name",
                "x|HIVE|db.example|engine",
                "x|MYSQL|db.example,evil.example|host",
                "x|MYSQL|db.example/d?allowLocalInfile=true|host"
            })
    void whatCanBeNoConnectorIsNone(String name, String engine, String host, String what) {
        assertThat(create(name, engine, INFO.replace("db.example", host))
                        .path("retmsg")
                        .asText())
                .contains("FFB-5294", what)
                .doesNotContain(PASSWORD);
    }

    @Test
    void aTableOfADatabaseStandsForATable() throws IOException {
        JsonNode answer = bind(ADDRESS, "\"id_column\": \"id\", \"feature_column\": \"y, x0\", \"partitions\": 3");

        assertThat(answer.path("retmsg").asText()).isEqualTo("success");
        JsonNode info = post("/v1/table/table_info", "{\"namespace\": \"n\", \"table_name\": \"t\"}");
        assertThat(info.at("/data/address")).isEqualTo(json(ADDRESS));
        assertThat(info.at("/data/partition").asInt()).isEqualTo(3);
        assertThat(data.store.bound(new TableName("n", "t"))).hasValueSatisfying(how -> assertThat(how.path("database"))
                .isEqualTo(json("{\"address\": " + ADDRESS + ", \"id\": \"id\", \"features\": [\"y\", \"x0\"]}")));
        assertThat(caller.send(caller.request("/v1/table/download")
                                .method("GET", BodyPublishers.ofString("{\"namespace\": \"n\", \"name\": \"t\"}")))
                        .body())
                .contains("FFB-5292");
    }

    @Test
    void anAddressLeadsThroughAConnectorAlone() {
        assertThat(bound(INFO)).contains("FFB-5295", "connector_name").doesNotContain(PASSWORD);
        assertThat(bound(ADDRESS.replace("\"c\"", "\"nobody\""))).contains("FFB-5295", "nobody");
        assertThat(bound(ADDRESS.replace("\"d\"", "\"\""))).contains("FFB-5295", "needs db");
        assertThat(bound(ADDRESS.replace("\"d\"", "\"d?x=y\""))).contains("FFB-5295", "db");
        assertThat(bound(ADDRESS.replace("people", ""))).contains("FFB-5295", "name");
        assertThat(bind(ADDRESS, "\"head\": 1").path("retmsg").asText()).contains("FFB-5295", "id_column");
        create("c", "MYSQL", INFO.replace("\"port\"", "\"db\": \"own\", \"port\""));
        assertThat(bound(ADDRESS)).contains("FFB-5295", "own");
    }

    @Test
    void aWriterIsAJobWithoutALogin() {
        String call =
                "{\"namespace\": \"n\", \"table_name\": \"t\", \"storage_engine\": \"MYSQL\", \"drop\": 1, \"address\": ";

        assertThat(post("/v1/data/writer", call + INFO + "}").path("retmsg").asText())
                .contains("FFB-5295");
        assertThat(jobs.submitted).isEmpty();
        assertThat(post("/v1/data/writer", call + ADDRESS + "}").path("retcode").asInt())
                .isZero();
        assertThat(StubEngine.Jobs.text(jobs.submitted.get(0).runtimeConf()))
                .contains("\"connector_name\":\"c\"", "\"drop\":true");
    }

    @Test
    void anExecutorIsToldTheLoginOfItsOwnTableAlone() {
        bind(ADDRESS, "\"id_column\": \"id\"");
        attempt("reader", "Reader", "guest", "{\"table\": {\"namespace\": \"n\", \"name\": \"t\"}}");
        attempt("other", "Reader", "guest", "{\"table\": {\"namespace\": \"n\", \"name\": \"stored\"}}");
        attempt("lr", "HeteroLR", "guest", "{\"address\": " + ADDRESS + "}");

        HttpResponse<String> answer = storage("connectors_reader/guest/1");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(json(answer.body()).path("password").asText()).isEqualTo(PASSWORD);
        assertThat(json(answer.body()).path("encrypted").asBoolean()).isTrue();
        assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
        for (String other : new String[] {"connectors_other/guest/1", "connectors_lr/guest/1", "none/guest/1"}) {
            assertThat(storage(other).statusCode()).as(other).isEqualTo(403);
            assertThat(storage(other).body()).contains("FFB-5296").doesNotContain(PASSWORD);
        }
        assertThat(storage("ended/guest/1").statusCode()).isEqualTo(410);
        assertThat(storage("nonsense").statusCode()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"guest", "host"})
    void onlyThePartyThatHasStartedAJobWritesIntoADatabase(String role) {
        attempt("w", "Writer", role, "{\"address\": " + ADDRESS + "}");

        assertThat(storage("connectors_w/" + role + "/1").statusCode()).isEqualTo(role.equals("guest") ? 200 : 403);
    }

    /** The initiator is guest 1. */
    private void attempt(String name, String module, String role, String parameters) {
        String id = "connectors_" + name;
        jdbc.update(
                "insert into task (task_id, task_version, role, party_id, job_id, component_name, component_module,"
                        + " initiator_role, initiator_party_id, federated_mode, federated_status_collect_type, status,"
                        + " party_status, auto_retries, auto_retry_delay, run_on_this_party, kill_status, error_report,"
                        + " is_deepspeed, create_time, update_time) values (?, 0, ?, '1', 'connectors', ?, ?, 'guest', '1',"
                        + " 'SINGLE', 'PUSH', 'running', 'running', 0, 0, true, false, '', false, 0, 0)",
                id,
                role,
                name,
                module);
        jdbc.update("insert into task_parameters values (?, ?, '1', ?, ?)", id, role, module, parameters);
    }

    private HttpResponse<String> storage(String token) {
        return caller.send(caller.request("/v1/exchange/storage")
                .header("Authorization", "Bearer " + token)
                .GET());
    }

    private String bound(String address) {
        return bind(address, "\"id_column\": \"id\"").path("retmsg").asText();
    }

    private JsonNode bind(String address, String more) {
        return post(
                "/v1/table/bind",
                "{\"engine\": \"mysql\", \"address\": %s, \"namespace\": \"n\", \"name\": \"t\", \"drop\": 1, %s}"
                        .formatted(address, more));
    }

    private JsonNode create(String name, String engine, String info) {
        return json(caller.send(caller.request("/v1/table/connector/create", "admin", ServerTest.PASSWORD)
                        .POST(BodyPublishers.ofString(body(name, engine, info))))
                .body());
    }

    private static String body(String name, String engine, String info) {
        return "{\"connector_name\": \"%s\", \"engine\": \"%s\", \"connector_info\": %s}".formatted(name, engine, info);
    }

    private JsonNode post(String path, String body) {
        return json(caller.post(path, body).body());
    }
}

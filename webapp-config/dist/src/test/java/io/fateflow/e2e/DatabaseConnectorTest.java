package io.fateflow.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A table goes into a database outside and comes back, by jobs, as FATE's clients ask for it. */
class DatabaseConnectorTest {

    private static final String USER = "reader_of_people";
    private static final String PASSWORD = "sesame-of-the-database";

    @TempDir
    private Path place;

    private String database = "";

    @Test
    void aTableGoesIntoADatabaseAndComesBack() throws Exception {
        String url = Postgres.newDatabase().get("spring.datasource.url");
        URI where = URI.create(url.substring("jdbc:".length()));
        database = where.getPath().substring(1);
        makeAccount(url);
        Map<String, ?> settings =
                Map.of("fate.home", place, "fate.connectors.hosts", where.getHost() + ":" + where.getPort());
        try (ServerInThisJvm server = new ServerInThisJvm(settings)) {
            FlowClient client = new FlowClient(server.port());
            makeConnector(client, where);
            client.upload("n", "people", "id,x0,x1\na,1,2.5\nb,,3\n");

            client.awaitEnd(write(client, "people"), "success");
            assertThat(bind(client).path("retmsg").asText()).isEqualTo("success");
            String job = client.submit(reader());
            client.awaitEnd(job, "success");

            assertThat(client.outputData(job, "reader_0").values())
                    .anySatisfy(csv -> assertThat(csv.lines().toList()).contains("id,x0,x1", "a,1,2.5", "b,,3"));
            String again = write(client, "people");
            client.awaitEnd(again, "failed");
            assertThat(client.tasks(again).toString()).contains("FFB-4053").doesNotContain(PASSWORD, USER);
        }
        assertThat(filesWith(PASSWORD)).containsExactly(place.resolve("connectors/outside.json"));
        new ExecutorProcesses(place).assertNoneIsLeft();
    }

    private static void makeAccount(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, "postgres", "");
                Statement statement = connection.createStatement()) {
            statement.execute("drop role if exists " + USER);
            statement.execute("create role " + USER + " superuser login password '" + PASSWORD + "'");
        }
    }

    private static void makeConnector(FlowClient client, URI where) {
        ObjectNode connector = FlowClient.JSON
                .createObjectNode()
                .put("connector_name", "outside")
                .put("engine", "POSTGRESQL");
        connector
                .putObject("connector_info")
                .put("user", USER)
                .put("passwd", PASSWORD)
                .put("host", where.getHost())
                .put("port", where.getPort());
        assertThat(client.administer("/v1/table/connector/create", connector)
                        .path("retmsg")
                        .asText())
                .isEqualTo("success");
    }

    private String write(FlowClient client, String table) {
        ObjectNode call = FlowClient.JSON
                .createObjectNode()
                .put("namespace", "n")
                .put("table_name", table)
                .put("storage_engine", "POSTGRESQL");
        call.set("address", address());
        JsonNode answer = client.post("/v1/data/writer", call);
        assertThat(answer.path("retcode").asInt(-1)).as("%s", answer).isZero();
        return answer.path("jobId").asText();
    }

    private JsonNode bind(FlowClient client) {
        ObjectNode call = FlowClient.JSON
                .createObjectNode()
                .put("engine", "POSTGRESQL")
                .put("namespace", "n")
                .put("name", "in_place")
                .put("id_column", "id");
        call.set("address", address());
        return client.post("/v1/table/bind", call);
    }

    private ObjectNode address() {
        return FlowClient.JSON
                .createObjectNode()
                .put("connector_name", "outside")
                .put("db", database)
                .put("name", "outside_people");
    }

    private static ObjectNode reader() {
        return (ObjectNode) FlowClient.json("""
                {"job_dsl": {"components": {"reader_0": {"module": "Reader", "output": {"data": ["data"]}}}},
                 "job_runtime_conf": {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
                   "role": {"guest": [9999]}, "job_parameters": {"common": {"job_type": "train"}},
                   "component_parameters": {"common": {"reader_0": {"table": {"namespace": "n", "name": "in_place"}}}}}}
                """);
    }

    private List<Path> filesWith(String text) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> has(file, text))
                    .toList();
        }
    }

    private static boolean has(Path file, String text) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.fateflow.webapp.table;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
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
@TestPropertySource(properties = {"fate.upload.folders=${fate.home}/shown", ServerTest.SECOND_ENGINE})
class TableBindApiTest {

    private static final TableName NAME = new TableName("bind", "t");
    private static final String OF_T = "{\"namespace\": \"bind\", \"table_name\": \"t\"}";

    @Autowired
    private Caller caller;

    @Autowired
    private StubEngine.Data data;

    @Autowired
    private FateHome home;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        Path folder = Files.createDirectories(home.home().resolve("shown"));
        file = Files.writeString(folder.resolve("f.csv"), "id,x\n1,2\n");
        caller.post("/v1/table/delete", OF_T);
        data.store.delete(NAME);
    }

    @Test
    void aFileOfAnAllowedFolderStandsForATable() throws IOException {
        JsonNode answer = bind(file.toString(), "\"head\": 1, \"partitions\": 4");

        assertThat(answer).isEqualTo(json("""
                {"retcode": 0, "retmsg": "success", "data": {"namespace": "bind", "table_name": "t"}}"""));
        JsonNode info = post("/v1/table/table_info", OF_T).path("data");
        assertThat(info.path("exist").asInt()).isEqualTo(1);
        assertThat(info.path("origin").asText()).isEqualTo("table_bind");
        assertThat(info.path("partition").asInt()).isEqualTo(4);
        assertThat(info.at("/address/path").asText()).isEqualTo(file.toString());
        assertThat(data.store.bound(NAME)).hasValueSatisfying(how -> {
            assertThat(how.path("file").asText()).isEqualTo(file.toString());
            assertThat(how.path("head").asInt()).isEqualTo(1);
        });
        assertThat(caller.send(caller.request("/v1/table/download")
                                .method("GET", BodyPublishers.ofString(OF_T.replace("table_name", "name"))))
                        .body())
                .contains("FFB-5292", file.toString());
        assertThat(bind(file.toString(), "\"head\": 1").path("retmsg").asText())
                .startsWith("The data table already exists.");
        assertThat(bind(file.toString(), "\"head\": 1, \"drop\": 1")
                        .path("retcode")
                        .asInt())
                .isZero();
        assertThat(post("/v1/table/delete", OF_T).path("retcode").asInt()).isZero();
        assertThat(file).exists();
    }

    @Test
    void noOtherFileOfThisMachineIsATable() throws IOException {
        assertThat(bind("/etc/passwd", "\"head\": 1").path("retmsg").asText()).contains("FFB-5215");
        assertThat(bind(file.getParent() + "/../f.csv", "\"head\": 1")
                        .path("retmsg")
                        .asText())
                .contains("FFB-5214");
        Path link = file.resolveSibling("link.csv");
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, Path.of("/etc/passwd"));
        assertThat(bind(link.toString(), "\"head\": 1").path("retmsg").asText()).contains("FFB-5216");
        assertThat(bind(file.toString(), "\"id_column\": \"id\"").path("retmsg").asText())
                .contains("FFB-5292");
        assertThat(bind(file.toString(), "\"id_delimiter\": \"\"")
                        .path("retmsg")
                        .asText())
                .contains("id_delimiter");
        assertThat(post(
                                "/v1/table/bind",
                                "{\"engine\": \"HIVE\", \"address\": {}, \"namespace\": \"bind\", \"name\": \"t\"}")
                        .path("retmsg")
                        .asText())
                .contains("FFB-6133", "HIVE");
        assertThat(post("/v1/table/add", "{}").path("retmsg").asText())
                .isEqualTo("required argument are missing: engine,address,namespace,name; ");
        assertThat(data.store.has(NAME)).isFalse();
        assertThat(post("/v1/table/table_info", OF_T).at("/data/exist").asInt()).isZero();
    }

    private JsonNode bind(String path, String more) {
        return post(
                "/v1/table/bind",
                "{\"engine\": \"PATH\", \"address\": {\"path\": \"%s\"}, \"namespace\": \"bind\", \"name\": \"t\", %s}"
                        .formatted(path, more));
    }

    private JsonNode post(String path, String body) {
        return json(caller.post(path, body).body());
    }
}

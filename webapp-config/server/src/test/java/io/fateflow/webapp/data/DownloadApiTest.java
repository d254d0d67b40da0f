package io.fateflow.webapp.data;

import java.io.IOException;
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

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
@Tag(ServerTest.SERVER)
@TestPropertySource(properties = {"fate.download.folders=${fate.home}/out", ServerTest.SECOND_ENGINE})
class DownloadApiTest {

    @Autowired
    private Caller caller;

    @Autowired
    private StubEngine.Jobs jobs;

    @Autowired
    private FateHome home;

    private Path out;

    @BeforeEach
    void nothingSubmitted() throws IOException {
        jobs.submitted.clear();
        out = Files.createDirectories(home.home().resolve("out"));
    }

    @Test
    void aDownloadIsAJobOfThisSite() {
        JsonNode answer = post(
                "download",
                "{\"namespace\": \"e\", \"table_name\": \"t\", \"output_path\": \"%s/t.csv\", \"conf_path\": \"c\"}"
                        .formatted(out));

        assertThat(answer.path("retcode").asInt()).as(answer.toString()).isZero();
        assertThat(answer.path("jobId").asText()).isNotEmpty();
        assertThat(answer.at("/data/board_url").asText()).isNotEmpty();
        assertThat(answer.path("data").has("table_name")).isFalse();
        assertThat(component("download_0"))
                .isEqualTo(
                        json("{\"namespace\": \"e\", \"name\": \"t\", \"output_path\": \"%s/t.csv\"}".formatted(out)));
    }

    @Test
    void aNameWithoutAFolderIsAFileOfTheFolder() {
        post("download", "{\"namespace\": \"e\", \"table_name\": \"t\", \"output_path\": \"download.csv\"}");

        assertThat(component("download_0").path("output_path").asText()).isEqualTo(out + "/download.csv");
    }

    @Test
    void aWriterIsAJobOfThisSite() {
        post(
                "writer",
                "{\"namespace\": \"e\", \"table_name\": \"t\", \"output_namespace\": \"e\", \"output_name\": \"u\"}");

        assertThat(component("writer_0"))
                .isEqualTo(
                        json(
                                "{\"namespace\": \"e\", \"name\": \"t\", \"output_namespace\": \"e\", \"output_name\": \"u\"}"));
    }

    @Test
    void whoNamesAnotherFolderHearsItAtOnce() {
        assertThat(post("download", "{\"namespace\": \"e\", \"table_name\": \"t\", \"output_path\": \"/etc/passwd\"}")
                        .path("retmsg")
                        .asText())
                .contains("FFB-5260", "fate.download.folders");
        assertThat(post(
                                "writer",
                                "{\"namespace\": \"e\", \"table_name\": \"t\", \"storage_engine\": \"PATH\","
                                        + " \"address\": {\"path\": \"%s/../x\"}}".formatted(out))
                        .path("retmsg")
                        .asText())
                .contains("FFB-5260");
        assertThat(post("download", "{\"namespace\": \"e\"}").path("retmsg").asText())
                .contains("required argument are missing: table_name,output_path");
        assertThat(jobs.submitted).isEmpty();
    }

    private JsonNode component(String name) {
        return json(StubEngine.Jobs.text(jobs.submitted.get(0).runtimeConf()))
                .at("/component_parameters/role/local/0/" + name);
    }

    private JsonNode post(String call, String body) {
        return json(caller.post("/v1/data/" + call, body).body());
    }
}

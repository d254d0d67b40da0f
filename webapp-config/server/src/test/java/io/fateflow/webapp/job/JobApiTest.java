package io.fateflow.webapp.job;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.StubEngine;
import io.fateflow.webapp.home.FateHome;

import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class JobApiTest {

    @Autowired
    private Caller caller;

    @Autowired
    private StubEngine.Jobs jobs;

    @Autowired
    private FateHome home;

    @Test
    void submitsAndSaysWhereThingsAre() {
        var answer = caller.post(
                "/v1/job/submit", "{\"job_dsl\":{\"components\":{}},\"job_runtime_conf\":{\"b\":1.50,\"a\":[1]}}");

        assertThat(answer.body())
                .startsWith("{\"data\":{\"board_url\":\"http://127.0.0.1:" + caller.port() + "/job/" + StubEngine.JOB)
                .contains("\"model_info\":{\"model_id\":\"guest-9999#host-10000#model\"")
                .endsWith("\"jobId\":\"" + StubEngine.JOB + "\",\"retcode\":0,\"retmsg\":\"success\"}\n");
        assertThat(jobs.submitted).anySatisfy(job -> {
            assertThat(StubEngine.Jobs.text(job.dsl())).isEqualTo("{\"components\":{}}");
            assertThat(StubEngine.Jobs.text(job.runtimeConf())).isEqualTo("{\"b\":1.50,\"a\":[1]}");
        });
    }

    @Test
    void whoHasTooManyJobsIsToldToComeAgain() {
        HttpResponse<String> refused =
                caller.post("/v1/job/submit", "{\"job_dsl\": {\"one_too_many\": 1}, \"job_runtime_conf\": {}}");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).contains("FFB-5031", "\"retcode\": 429");
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("60");
    }

    @Test
    void listsEveryProblemOfARefusedJob() {
        var answer = caller.post("/v1/job/submit", "{\"job_dsl\":{},\"job_runtime_conf\":{}}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .contains("FFB-1001", "FFB-1002", "\"retcode\":103")
                .containsPattern("\"jobId\":\"\\d{21}\"")
                .doesNotContain("\"data\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        ~~                    | FFB-5902 The call needs a JSON object as its body, and has none
        nonsense              | FFB-5903 The body can't be read: line 1, column 1: Unrecognized token
        {"job_id": "1", "a" 2 | FFB-5903 The body can't be read: line 1, column 21
        [1]                   | FFB-5903 The body can't be read: it is no JSON object
        """)
    void saysInASentenceWhyABodyIsNoJsonObject(String body, String why) {
        assertThat(caller.post("/v1/job/query", body).body()).startsWith("{\"retcode\":100,\"retmsg\":\"" + why);
    }

    @Test
    void answersUnknownJobsAsFateDoes() {
        assertThat(caller.post("/v1/job/query", "{\"job_id\":\"0000\"}").body())
                .isEqualTo("{\"data\":[],\"retcode\":0,\"retmsg\":\"no job could be found\"}\n");
        assertThat(caller.post("/v1/job/task/query/", "{\"job_id\":\"0000\"}").body())
                .isEqualTo("{\"retcode\":101,\"retmsg\":\"find task failed\"}\n");
        assertThat(caller.post("/v1/job/stop", "{\"job_id\":\"0000\"}").body())
                .isEqualTo("{\"retcode\":102,\"retmsg\":\"can not found job\"}\n");
        assertThat(caller.post("/v1/job/update", "{\"job_id\":\"0\",\"role\":\"guest\",\"party_id\":1}")
                        .body())
                .isEqualTo("{\"retcode\":101,\"retmsg\":\"find job failed\"}\n");
    }

    @Test
    void answersUnknownUrlsAndMethodsAsFateDoes() {
        assertThat(caller.post("/v1/no/such/thing", "{}").body())
                .startsWith("{\"retcode\":100,\"retmsg\":\"<NotFound '404: Not Found'> FFB-6110 ");
        assertThat(caller.get("/v1/job/query").body())
                .isEqualTo("{\"retcode\":100,\"retmsg\":\"<MethodNotAllowed '405: Method Not Allowed'>\"}\n");
    }

    @Test
    void stopsAJob() {
        var answer = caller.post("/v1/job/stop", "{\"job_id\":\"" + StubEngine.JOB + "\"}");

        assertThat(answer.body())
                .isEqualTo("{\"retcode\":0,\"retmsg\":"
                        + "\"stop job on this party success; stop job on all party success\"}\n");
        assertThat(jobs.stopped).contains(StubEngine.JOB + " canceled");
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"status\":\"bad\"}', 'status'",
        "'{\"role\":[\"guest\",\"bad\"]}', 'role'",
        "'{\"order_by\":\"f_dsl\",\"order\":\"asc\"}', 'order_by'"
    })
    void refusesBadListParametersInHttpStyle(String body, String name) {
        var answer = caller.post("/v1/job/list/job", body);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).isEqualTo("{\"retmsg\": \"Invalid parameter '" + name + "'.\", \"retcode\": 400}");
    }

    @Test
    void aListIsOrderedUpOrDownAndNoOtherWay() {
        var answer = caller.post("/v1/job/list/job", "{\"order_by\":\"create_time\",\"order\":\"sideways\"}");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).isEqualTo("{\"retmsg\": \"Invalid parameter order 'order'.\", \"retcode\": 400}");
    }

    @Test
    void notesHaveALimit() {
        String head = "{\"job_id\":\"" + StubEngine.JOB + "\",\"role\":\"guest\",\"party_id\":\"9999\",\"notes\":\"";

        assertThat(caller.post("/v1/job/update", head + "x".repeat(65_537) + "\"}")
                        .body())
                .contains("FFB-5220", "64 KB");
        assertThat(caller.post("/v1/job/update", head + "\u00e4".repeat(32_769) + "\"}")
                        .body())
                .contains("FFB-5220");
        assertThat(caller.post("/v1/job/update", head + "x".repeat(65_536) + "\"}")
                        .body())
                .contains("find job failed");
    }

    @Test
    void packsAJobsLogsWithoutFollowingLinks() throws IOException {
        Path logs = Files.createDirectories(home.logs().resolve(StubEngine.JOB).resolve("guest/9999"));
        Files.writeString(logs.resolve("INFO.log"), "secure_add_guest");
        Path secret = Files.writeString(home.home().resolve("secret"), "x");
        Files.deleteIfExists(logs.resolve("link.log"));
        Files.createSymbolicLink(logs.resolve("link.log"), secret);

        var answer = caller.send(
                caller.request("/v1/job/log/download")
                        .POST(BodyPublishers.ofString("{\"job_id\":\"" + StubEngine.JOB + "\"}")),
                BodyHandlers.ofByteArray());

        assertThat(answer.headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=job_" + StubEngine.JOB + "_log.tar.gz");
        assertThat(entries(answer.body())).containsExactlyInAnyOrder("fate_flow_schedule.log", "guest/9999/INFO.log");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../etc", "x", "202601021530450000019"})
    void finds404WhereThereAreNoLogs(String jobId) {
        var answer = caller.post("/v1/job/log/download", "{\"job_id\":\"" + jobId + "\"}");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("not found. Please check if the job id is valid.");
    }

    private static List<String> entries(byte[] archive) throws IOException {
        List<String> names = new ArrayList<>();
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new GzipCompressorInputStream(new ByteArrayInputStream(archive)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                names.add(entry.getName());
            }
        }
        return names;
    }
}

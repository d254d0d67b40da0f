package io.fateflow.webapp.job;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.EndedJob;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.home.FateHome;

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class ScheduleLogTest {

    private static final String DSL = "{\"components\": {\"toy_0\": {\"module\": \"SecureAddExample\"}}}";
    private static final String CONF = """
            {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
             "role": {"guest": [9999], "host": [10000]}, "job_parameters": {"common": {"task_cores": 1}},
             "component_parameters": {"common": {"toy_0": {"partition": 1, "data_num": 10}}}}""";

    @Autowired
    private Caller caller;

    @Autowired
    private FateFlowEngine engine;

    @Autowired
    private JobQueries jobs;

    @Autowired
    private FateHome home;

    @Test
    void aJobsStoryIsALogByItself() throws IOException, InterruptedException {
        String job = new EndedJob(engine, jobs).run(DSL, CONF);
        Files.createDirectories(home.logs().resolve(job));
        Files.writeString(home.logs().resolve(job).resolve(ScheduleLog.FILE), "an executor's forgery");
        Files.writeString(home.logs().resolve(job).resolve("other.log"), "other");

        Map<String, String> files = download(job);

        assertThat(files).containsOnlyKeys(ScheduleLog.FILE, "other.log");
        String story = files.getOrDefault(ScheduleLog.FILE, "");
        String[] lines = story.split("\n", -1);
        assertThat(lines[0]).startsWith("[INFO] [");
        assertThat(story)
                .contains("[" + job + "] AUDIT: submit")
                .contains("TASK: attempt success of toy_0 at guest 9999, version 0")
                .contains("TASK: attempt success of toy_0 at host 10000, version 0")
                .doesNotContain("forgery");
        assertThat(lines).allMatch(line -> line.isEmpty() || line.contains("[" + job + "] "));
        JsonNode size = ask("size", job, "jobSchedule");
        assertThat(size.path("size").asInt()).isEqualTo(lines.length - 1);
        assertThat(ask("cat", job, "jobSchedule").path(0).path("content").asText())
                .isEqualTo(lines[0]);
        assertThat(ask("cat", job, "jobScheduleError")).isEmpty();
    }

    @Test
    void aJobThatHasOnlyJustBeenSubmittedHasALog() throws IOException {
        String job = engine.jobs().submit(new JobSubmission(DSL, CONF, "")).jobId();

        assertThat(download(job).get(ScheduleLog.FILE)).contains("AUDIT: submit");

        JsonNode answer = json(
                caller.post("/v1/job/log/path", "{\"job_id\": \"" + job + "\"}").body());
        assertThat(Path.of(answer.at("/data/logs_directory").asText()))
                .isEqualTo(home.logs().resolve(job))
                .isDirectory();
        engine.jobs().stop(job, "canceled");
    }

    @Test
    void theAnswerOfASubmissionNamesAFolderThatIsThere() {
        JsonNode answer =
                json(caller.post("/v1/job/submit", "{\"job_dsl\": {\"a\": 1}, \"job_runtime_conf\": {\"a\": 1}}")
                        .body());

        assertThat(Path.of(answer.at("/data/logs_directory").asText())).isDirectory();
    }

    private JsonNode ask(String call, String job, String type) {
        return json(caller.post("/v1/log/" + call, "{\"job_id\": \"%s\", \"log_type\": \"%s\"}".formatted(job, type))
                        .body())
                .path("data");
    }

    private Map<String, String> download(String job) throws IOException {
        byte[] archive = caller.send(
                        caller.request("/v1/job/log/download")
                                .POST(BodyPublishers.ofString("{\"job_id\": \"" + job + "\"}")),
                        BodyHandlers.ofByteArray())
                .body();
        Map<String, String> files = new LinkedHashMap<>();
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new GzipCompressorInputStream(new ByteArrayInputStream(archive)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                files.put(entry.getName(), new String(tar.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return files;
    }
}

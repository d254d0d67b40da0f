package io.fateflow.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.JobListener;
import io.fateflow.client.profile.Profiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The program's commands as users run them, each a process of its own, at a server that answers nobody without proof. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClientCommandsTest {

    private static final Pattern JOB = Pattern.compile("\\d{20,25}");
    private static final long PATIENCE_SECONDS = 120;

    private Path place;
    private ServerInThisJvm server;
    private URI address;
    private boolean uploaded;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        place = folder;
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("fate.home", folder.resolve("home"));
        settings.put("fate.worker.heartbeat", "200ms");
        settings.put("fate.authentication.client.switch", true);
        settings.put("fate.authentication.client.http-app-key", "platform");
        settings.put("fate.authentication.client.http-secret-key", "only-for-tests");
        server = new ServerInThisJvm(settings);
        address = URI.create("http://127.0.0.1:" + server.port());
        profile("keys", address, "app-key = platform\r\nsecret-key = only-for-tests\r\n");
        profile("login", address, "user = admin\npassword = " + FlowClient.PASSWORD + "\n");
        profile("wrong-keys", address, "app-key = platform\nsecret-key = another\n");
        profile("wrong-login", address, "user = admin\npassword = another\n");
        profile("away", URI.create("http://127.0.0.1:" + ChildJvm.freePort()), "user = a\npassword = b\n");
        Files.writeString(profiles(), "\n[open]\nserver = " + address + "\n", StandardOpenOption.APPEND);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void aSignedJobIsFollowedFromItsDataToItsModels() throws IOException {
        upload();

        Said submitted = run("keys", "submit", job(30, 30), "--watch");
        String jobId = jobIn(submitted.text());
        assertThat(submitted.text())
                .contains("secure_add_example_0     guest  9999   success", "Job " + jobId + ": success")
                .doesNotContain("\u001b");
        assertThat(submitted.exitCode()).isZero();

        assertThat(run("keys", "show", jobId).text())
                .contains("success, 100 %", "guest 9999; host 10000", "SecureAddExample");
        assertThat(run("keys", "logs", jobId, "reader_0", "--follow").text())
                .contains("guest 9999 | ", "host 10000 | ");
        assertThat(run("keys", "models", "--json").text()).contains("\"model_version\"");
        JsonNode jobs = FlowClient.json(run("keys", "jobs", "--json", "-n", "1").text());
        assertThat(jobs.at("/jobs/0/status").asText()).isNotEmpty();
        assertThat(jobs.path("jobs")).hasSize(1);
    }

    @Test
    void aJobThatFailsEndsWithPartyComponentReasonAndRemedy() throws IOException {
        upload();

        Said failed = run("login", "submit", job(30, 20), "--watch");

        assertThat(failed.exitCode()).as(failed.text()).isEqualTo(1);
        assertThat(failed.text())
                .contains(
                        ": failed",
                        "secure_add_example_0 at guest 9999:",
                        "do both have the same data_num?",
                        "To do: ",
                        "retry " + jobIn(failed.text()));
    }

    @ParameterizedTest
    @CsvSource({
        "nobody,      2, FFB-5272",
        "open,        3, FFB-5282",
        "wrong-keys,  3, FFB-5282",
        "wrong-login, 3, FFB-5403",
        "away,        3, FFB-5276"
    })
    void whoIsNotLetInIsToldWhyAndWhatToDo(String profile, int exitCode, String id) {
        Said refused = run(profile, "jobs");

        assertThat(refused.exitCode()).as(refused.text()).isEqualTo(exitCode);
        assertThat(refused.text()).contains(id, "To do: ").doesNotContain("Exception");
    }

    @Test
    void aJobIdWithASlipIsAnsweredByTheNearest() throws IOException {
        upload();
        String jobId = jobIn(run("keys", "submit", job(20, 20), "--quiet").text());

        Said unknown = run("login", "show", jobId.substring(1));

        assertThat(unknown.exitCode()).as(unknown.text()).isEqualTo(4);
        assertThat(unknown.text()).contains("FFB-5278", "did you mean " + jobId + "?");
    }

    /** The example of docs/clients.md, with a login, as a platform does it. */
    @Test
    void aPlatformStartsAJobByEngineRestAndAsksForItAfterItsEnd() throws Exception {
        upload();
        ObjectNode job = Jobs.secureAdd(20, 20);
        String body = Jobs.jsonVariables(
                        job.path("job_dsl").toString(),
                        job.path("job_runtime_conf").toString())
                .toString();

        String process = engine("POST", "process-definition/key/fate-job/start", body)
                .path("id")
                .asText();

        String history = "history/process-instance/" + process;
        await("the process has ended")
                .atMost(Duration.ofSeconds(60))
                .until(() -> engine("GET", history, "").path("state").asText().equals("COMPLETED"));
        assertThat(engine(
                        "GET", "history/activity-instance?activityType=noneEndEvent&processInstanceId=" + process, ""))
                .extracting(end -> end.path("activityId").asText())
                .contains("job_ended");
        String jobId = engine("GET", history, "").path("businessKey").asText();
        FateFlowClient client =
                FateFlowClient.to(new Profiles(profiles(), Map.of()).choose(new Profiles.Choice("login", null, null)));
        assertThat(client.watch().toTheEnd(jobId, JobListener.SILENT).status()).isEqualTo("success");
    }

    private JsonNode engine(String method, String path, String body) throws IOException, InterruptedException {
        String login =
                Base64.getEncoder().encodeToString(("admin:" + FlowClient.PASSWORD).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(address.resolve("/engine-rest/" + path))
                .header("Authorization", "Basic " + login)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        return FlowClient.json(HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body());
    }

    private synchronized void upload() throws IOException {
        if (uploaded) {
            return;
        }
        for (String table : new String[] {Jobs.GUEST_TABLE, Jobs.HOST_TABLE}) {
            Path csv = Files.writeString(
                    place.resolve(table + ".csv"), Jobs.csv(table.equals(Jobs.GUEST_TABLE) ? "id,y,x0" : "id,x1,x2"));
            Said sent = run("keys", "upload", csv.toString(), "--namespace", Jobs.NAMESPACE, "--name", table);
            assertThat(sent.exitCode()).as(sent.text()).isZero();
            assertThat(sent.text()).contains(Jobs.ROWS + " rows");
        }
        uploaded = true;
    }

    private String job(int guest, int host) throws IOException {
        return Files.writeString(
                        Files.createTempFile(place, "job", ".json"),
                        Jobs.secureAdd(guest, host).toString())
                .toString();
    }

    private static String jobIn(String text) {
        Matcher id = JOB.matcher(text);
        assertThat(id.find()).as(text).isTrue();
        return id.group();
    }

    /** What a command has printed, and what it ended with. */
    private record Said(String text, int exitCode) {}

    private Said run(String profile, String command, String... more) {
        try {
            String[] arguments = new String[more.length + 3];
            arguments[0] = command;
            arguments[1] = "--profile";
            arguments[2] = profile;
            System.arraycopy(more, 0, arguments, 3, more.length);
            Map<String, String> environment =
                    Map.of("FATE_FLOW_PROFILES", profiles().toString());
            try (ChildJvm child = ChildJvm.start(Files.createTempDirectory(place, command), environment, arguments)) {
                int exitCode = child.exitCode(PATIENCE_SECONDS);
                return new Said(child.output(), exitCode);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path profiles() {
        return place.resolve("profiles");
    }

    /** As somebody on Windows has written it. */
    private void profile(String name, URI server, String secrets) throws IOException {
        Path file = Files.writeString(place.resolve(name + ".secrets"), secrets);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(
                profiles(),
                "[%s]\r\nserver = %s\r\nsecrets = %s\r\n".formatted(name, server, file.getFileName()),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}

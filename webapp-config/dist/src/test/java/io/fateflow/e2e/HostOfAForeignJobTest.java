package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** A whole server, its worker and a real process as host 10000 of jobs that another site schedules over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostOfAForeignJobTest {

    private static final Path RECORDING = Path.of("../../../shared/reference/captures/sequence_fed_toy_success.json");
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);
    private static final String JOB = "202601021530450000010";
    private static final String TASK = "/v1/party/%s/add_0/%s_add_0/0/host/10000/".formatted(JOB, JOB);
    private static final String CREATE = """
            {"job_id": "%s", "dsl": {"components": {"add_0": {"module": "SecureAddExample"}}},
             "train_runtime_conf": {}, "roles": {"guest": [9999], "host": [10000]},
             "initiator_role": "guest", "initiator_party_id": 9999, "role": "guest", "party_id": 9999,
             "runtime_conf": {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
               "role": {"guest": [9999], "host": [10000]},
               "job_parameters": {"common": {"job_type": "train", "federated_mode": "MULTIPLE", "task_cores": 1,
                 "federated_status_collect_type": "PUSH", "model_id": "guest-9999#host-10000#model",
                 "model_version": "%s"}}},
             "runtime_conf_on_party": {}}""".formatted(JOB, JOB);

    private ForeignGuest guest;
    private ServerInThisJvm server;
    private JdbcTemplate jdbc;

    @BeforeAll
    void start(@TempDir Path home) {
        guest = new ForeignGuest();
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("fate.home", home);
        settings.put("fate.worker.heartbeat", "200ms");
        // what is computed is up to the two sites' components; here the host's part is a program that ends well
        settings.put("fate.worker.commands.SecureAddExample.command", "true");
        settings.put("fate.worker.commands.SecureAddExample.pass-arguments", false);
        settings.put("fate.federation.enabled", true);
        settings.put("fate.federation.party-id", 10000);
        settings.put("fate.federation.routes.9999.host", "127.0.0.1");
        settings.put("fate.federation.routes.9999.http-port", guest.port());
        server = new ServerInThisJvm(settings);
        jdbc = new JdbcTemplate(server.part(DataSource.class));
    }

    @AfterAll
    void stop() {
        server.close();
        guest.close();
    }

    @Test
    void runsItsPartAndReports() {
        assertThat(job("create", CREATE).path("data")).hasToString("{\"components\":{\"add_0\":{\"need_run\":true}}}");
        List.of("status/waiting", "dependence/check", "resource/apply", "start").forEach(this::jobDone);
        assertThat(call(TASK + "status/running").path("retcode").asInt()).isZero();
        assertThat(call(TASK + "start").path("retcode").asInt()).isZero();

        await().atMost(LONG_ENOUGH).until(() -> reportsOf(JOB).contains("success"));
        assertThat(call(TASK + "status/success").path("retcode").asInt()).isZero();
        List.of("model", "status/success", "stop/success", "clean").forEach(this::jobDone);

        JsonNode last = guest.reports().get(guest.reports().size() - 1);
        assertThat(last.path("path").asText())
                .isEqualTo("/v1/initiator/%s/add_0/%s_add_0/0/host/10000/report".formatted(JOB, JOB));
        assertThat(last.path("from").asText()).isEqualTo("10000");
        assertThat(jdbc.queryForList("select status from job where job_id = ?", String.class, JOB))
                .containsExactly("success");
        assertThat(jdbc.queryForObject("select count(*) from resource_lease", Integer.class))
                .isZero();
    }

    @Test
    void answersARecordedInitiatorAsTheRecordedHostDid() throws IOException {
        assumeTrue(Files.isRegularFile(RECORDING), "no recordings beside the checkout");
        List<String> differences = new ArrayList<>();
        for (JsonNode exchange : FlowClient.JSON.readTree(Files.readString(RECORDING))) {
            JsonNode request = exchange.path("request");
            String path = request.path("path").asText();
            if (!exchange.path("to_party").asText().equals("10000")) {
                continue;
            }
            if (path.endsWith("/status/success") && path.contains("_0/0/")) {
                String job = path.split("/", -1)[3];
                await().atMost(LONG_ENOUGH).until(() -> reportsOf(job).contains("success"));
            }
            JsonNode answer =
                    guest.call(server.port(), path, request.path("body").toString());
            if (!answer.equals(exchange.path("response").path("body"))) {
                differences.add(path + ": " + answer + " instead of "
                        + exchange.path("response").path("body"));
            }
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void believesNobodyWhoClaimsToCommandWhatIsNotTheirs() {
        String other = JOB.replace("10", "20");
        call(
                "/v1/party/%s/host/10000/create".formatted(other),
                CREATE.replace("9999", "9998").replace(JOB, other));

        assertThat(jdbc.queryForList("select job_id from job where job_id = ?", String.class, other))
                .isEmpty();
    }

    private List<String> reportsOf(String job) {
        return guest.reports().stream()
                .filter(report -> report.path("body").path("job_id").asText().equals(job))
                .map(report -> report.path("body").path("party_status").asText())
                .toList();
    }

    private void jobDone(String action) {
        assertThat(job(action, "{}").path("retcode").asInt()).as(action).isZero();
    }

    private JsonNode job(String action, String body) {
        return guest.call(server.port(), "/v1/party/%s/host/10000/%s".formatted(JOB, action), body);
    }

    private JsonNode call(String path) {
        return call(path, "{}");
    }

    private JsonNode call(String path, String body) {
        return guest.call(server.port(), path, body);
    }
}

package io.fateflow.e2e;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import javax.sql.DataSource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.operations.doctor.Rule;
import io.fateflow.s3.RunningStore;
import io.fateflow.s3.StoreProcess;
import io.fateflow.webapp.database.StartFailedException;
import io.fateflow.webapp.doctor.SiteDoctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** A site whose tables are in a bucket of a real store. */
class ObjectStoreTest {

    @RegisterExtension
    static final RunningStore RUNNING = new RunningStore();

    @TempDir
    private Path place;

    private final StoreProcess store = RUNNING.process();

    @Test
    void aModelIsTrainedAndItsTablesAreInTheBucketAlone() throws IOException {
        Path home = place.resolve("server");
        ServerInThisJvm server = new ServerInThisJvm(settings(home));
        FlowClient client = new FlowClient(server.port());
        try {
            LearningJob.train(client);

            assertThat(FilesBelow.of(store.bucket().resolve("fate/tables"))).isNotEmpty();
            assertThat(FilesBelow.of(home.resolve("tables")))
                    .noneMatch(file -> file.toString().endsWith(".arrow"));
            new Leases(new JdbcTemplate(server.part(DataSource.class))).assertNoneIsLeft();
        } finally {
            server.close();
        }
        new ExecutorProcesses(home).assertNoneIsLeft();
        assertThat(FilesBelow.of(home.resolve("tables/incoming"))).isEmpty();
    }

    @Test
    void aStoreThatIsAwayForAMinuteIsNobodysFailure() throws IOException {
        Path home = place.resolve("server");
        ServerInThisJvm server = new ServerInThisJvm(settings(home));
        FlowClient client = new FlowClient(server.port());
        try {
            LearningJob.upload(client);
            client.upload("spare", "id,x\n1,2\n");
            ObjectNode spare = FlowClient.JSON
                    .createObjectNode()
                    .put("namespace", Jobs.NAMESPACE)
                    .put("table_name", "spare");
            String jobId = client.submit(Jobs.job(LearningJob.DSL, LearningJob.CONF));
            await("something is done").atMost(Duration.ofSeconds(60)).until(() -> client.tasks(jobId).stream()
                    .anyMatch(task -> task.path("f_component_name").asText().equals("data_transform_0")));

            store.kill();
            HttpResponse<byte[]> answer = client.answer("/v1/table/delete", spare);
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("FFB-5263");
            await("executors that read and write try again")
                    .pollInterval(Duration.ofSeconds(1))
                    .during(Duration.ofMinutes(1))
                    .atMost(Duration.ofSeconds(90))
                    .until(() -> client.tasks(jobId).stream()
                            .noneMatch(task -> task.path("f_status").asText().equals("failed")));
            store.start();

            client.awaitEnd(jobId, "success");
            assertThat(client.tasks(jobId))
                    .allSatisfy(task ->
                            assertThat(task.path("f_task_version").asInt()).isZero());
        } finally {
            server.close();
        }
        new ExecutorProcesses(home).assertNoneIsLeft();
    }

    @Test
    void logsOfWhatHasEndedAreInTheBucketAndEachServerShowsThem() throws IOException {
        Path home = place.resolve("server");
        Map<String, Object> settings = settings(home);
        settings.put("fate.objects.logs-after", "5s");
        ServerInThisJvm server = new ServerInThisJvm(settings);
        FlowClient client = new FlowClient(server.port());
        String jobId;
        Map<String, String> logs;
        try {
            Jobs.uploadTables(client);
            jobId = client.submit(Jobs.secureAdd(3, 3));
            client.awaitEnd(jobId, "success");
            logs = client.logs(jobId);
            assertThat(logs.get("guest/9999/secure_add_example_0/INFO.log")).isNotBlank();

            store.kill();
            SiteDoctor doctor = server.part(SiteDoctor.class);
            await("they can't be stored").atMost(Duration.ofSeconds(90)).untilAsserted(() -> assertThat(doctor.look())
                    .filteredOn(finding -> finding.rule() == Rule.LOGS_STAY)
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.what()).contains("FFB-5263")));
            HttpResponse<byte[]> answer = client.answer("/v1/log/cat", infoOfGuest(jobId));
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("FFB-5263");
            store.start();

            await("they are stored").atMost(Duration.ofSeconds(90)).untilAsserted(() -> {
                assertThat(FilesBelow.of(home.resolve("logs")))
                        .allSatisfy(file -> assertThat(file).isEmptyFile());
                assertThat(doctor.look()).noneMatch(finding -> finding.rule() == Rule.LOGS_STAY);
            });
            assertThat(filled(client.logs(jobId))).isEqualTo(filled(logs));
        } finally {
            server.close();
        }
        ServerInThisJvm other = new ServerInThisJvm(settings(place.resolve("other")));
        try {
            FlowClient atOther = new FlowClient(other.port());
            assertThat(filled(atOther.logs(jobId))).isEqualTo(filled(logs));
            assertThat(atOther.post("/v1/log/cat", infoOfGuest(jobId))
                            .path("data")
                            .findValuesAsText("content"))
                    .isEqualTo(logs.getOrDefault("guest/9999/secure_add_example_0/INFO.log", "")
                            .lines()
                            .map(line -> line.replaceAll("\\b\\d{1,3}(\\.\\d{1,3}){3}\\b", "xxx.xxx.xxx.xxx"))
                            .toList());
        } finally {
            other.close();
        }
    }

    private static ObjectNode infoOfGuest(String jobId) {
        return FlowClient.JSON
                .createObjectNode()
                .put("job_id", jobId)
                .put("log_type", "componentInfo")
                .put("role", "guest")
                .put("party_id", 9999)
                .put("component_name", "secure_add_example_0");
    }

    /** Of executors; empty ones are where they were made. */
    private static Map<String, String> filled(Map<String, String> logs) {
        return logs.entrySet().stream()
                .filter(log -> !log.getValue().isEmpty() && log.getKey().contains("/"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    @Test
    void aServerThatTheStoreRefusesDoesNotStart() {
        Map<String, Object> wrongSecret = settings(place.resolve("server"));
        wrongSecret.put("fate.objects.secret-key", "what somebody guesses");
        Map<String, Object> wrongBucket = settings(place.resolve("server"));
        wrongBucket.put("fate.objects.bucket", "elsewhere");

        assertThatThrownBy(() -> new ServerInThisJvm(wrongSecret))
                .isInstanceOf(StartFailedException.class)
                .hasMessageContainingAll("FFB-5264", "fate.objects.access-key")
                .hasMessageNotContaining("guesses");
        assertThatThrownBy(() -> new ServerInThisJvm(wrongBucket))
                .isInstanceOf(StartFailedException.class)
                .hasMessageContainingAll("FFB-5265", "elsewhere");
        assertThat(System.getProperty("catalina.home"))
                .as("what the next server here would make again")
                .isNull();
    }

    private Map<String, Object> settings(Path home) {
        Map<String, Object> settings = settings(store);
        settings.put("fate.home", home);
        return settings;
    }

    /** Of a server whose tables are there. */
    static Map<String, Object> settings(StoreProcess store) {
        return new HashMap<>(Map.of(
                "fate.objects.endpoint",
                store.endpoint(),
                "fate.objects.bucket",
                StoreProcess.BUCKET,
                "fate.objects.prefix",
                "fate",
                "fate.objects.access-key",
                StoreProcess.ACCESS_KEY,
                "fate.objects.secret-key",
                StoreProcess.SECRET_KEY));
    }
}

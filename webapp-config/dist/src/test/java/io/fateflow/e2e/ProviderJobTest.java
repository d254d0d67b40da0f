package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Jobs between built-in components and a provider's, on a whole server with real executors. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProviderJobTest {

    private static final String PROVIDER = TestProvider.NAME;

    /** Its scores are 0.8, 0.6, 0.7 and 0.2: of the four pairs of one label with the other, three are in order. */
    private static final String GUEST = "id,y,x0,x1\na,1,1,1\nb,1,0,1\nc,0,1,0\nd,0,-2,0\n";

    private static final String HOST = "id,z0\na,1\nb,0\nc,1\nd,-1\n";

    private Path home;
    private ServerInThisJvm server;
    private FlowClient client;

    @BeforeAll
    void start(@TempDir Path place) throws IOException, InterruptedException {
        TestProvider provider = TestProvider.install(place.resolve("provider"));
        home = place.resolve("home");
        Map<String, Object> settings = new HashMap<>(provider.settings());
        settings.put("fate.home", home);
        server = new ServerInThisJvm(settings);
        client = new FlowClient(server.port());
        client.upload("guest", GUEST);
        client.upload("host", HOST);
        provider.awaitKnown(client);
    }

    @AfterEach
    void noProcessIsLeft() throws IOException {
        new ExecutorProcesses(home).assertNoneIsLeft();
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void aProvidersComponentTakesBuiltInOnesInstancesAndIsEvaluatedByThem() {
        String jobId = client.submit(TestProvider.job("HeteroNN", ""));

        client.awaitEnd(jobId, "success");

        JsonNode rows = client.tracking("output/data", jobId, "shares_0").at("/data/0");
        assertThat(rows).hasSize(4).anySatisfy(row -> {
            assertThat(row.path(0).asText()).isEqualTo("a");
            assertThat(row.path(1).asText()).isEqualTo("1");
            assertThat(row.path(3).asDouble()).isCloseTo(0.8, within(1e-12));
        });
        assertThat(client.tracking("metric/all", jobId, "evaluation_0")
                        .at("/data/train/shares_0/data/0/1")
                        .asDouble())
                .as("AUC")
                .isEqualTo(0.75);
        assertThat(client.tracking("summary/download", jobId, "shares_0")
                        .at("/data/rows")
                        .asInt())
                .isEqualTo(4);
        assertThat(client.tracking("output/model", jobId, "shares_0").toString())
                .contains("\"rows\":4");
        assertThat(client.post("/v1/checkpoint/list", part(jobId)).findValuesAsText("step_index"))
                .containsExactly("3");
    }

    @Test
    void whatAProvidersComponentRaisesIsTheJobsErrorAndItsTracebackIsInTheLog() {
        String jobId = client.submit(TestProvider.job("HeteroNN", "guest"));

        client.awaitEnd(jobId, "failed");

        assertThat(client.tasks(jobId))
                .filteredOn(task -> task.path("f_component_name").asText().equals("shares_0")
                        && task.path("f_role").asText().equals("guest"))
                .singleElement()
                .satisfies(task -> assertThat(task.path("f_error_report").asText())
                        .containsPattern("shares_0: ValueError: no luck with the shares \\(shares\\.py, line \\d+\\)"));
        assertThat(client.logs(jobId).values())
                .anyMatch(log -> log.contains("Traceback (most recent call last)")
                        && log.contains("raise ValueError(\"no luck with the shares\")"));
    }

    @Test
    void aModuleThatTheProviderCannotImportIsRefusedWithThePackageThatIsMissing() {
        JsonNode answer = client.post("/v1/job/submit", named(TestProvider.job("FTL", ""), PROVIDER));

        assertThat(answer.path("retcode").asInt()).isNotZero();
        assertThat(answer.path("retmsg").asText())
                .contains("FFB-2011", PROVIDER + " cannot import its FTL", "a_package_for_images");
    }

    @Test
    void aVersionThatIsNotHereIsRefusedWithTheOneThatIs() {
        JsonNode answer = client.post("/v1/job/submit", named(TestProvider.job("HeteroNN", ""), "fate@0.0.8"));

        assertThat(answer.path("retmsg").asText())
                .contains("no worker of this site has the provider fate@0.0.8, only " + PROVIDER);
    }

    private static ObjectNode part(String jobId) {
        return FlowClient.JSON
                .createObjectNode()
                .put("model_id", "guest-9999#host-10000#model")
                .put("model_version", jobId)
                .put("role", "host")
                .put("party_id", 10000)
                .put("component_name", "shares_0");
    }

    private static ObjectNode named(ObjectNode job, String provider) {
        job.withObject("/job_runtime_conf/provider/common").put("shares_0", provider);
        return job;
    }
}

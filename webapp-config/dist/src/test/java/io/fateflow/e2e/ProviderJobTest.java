package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Jobs between built-in components and a provider's, on a whole server with real executors. The provider is no FATE: the
 * packages that the runner's own tests have, and two modules of this test's, for any python3 with its standard library.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProviderJobTest {

    private static final String PROVIDER = "fate@0.0.7";
    private static final Path INSTALLATION = Path.of("../../workers/fate-python/src/test/python/installation")
            .toAbsolutePath()
            .normalize();
    private static final String COMPONENTS = "federatedml/components";

    private static final String DSL = """
            {"components": {
              "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
              "data_transform_0": {"module": "DataTransform", "input": {"data": {"data": ["reader_0.data"]}},
                                   "output": {"data": ["data"], "model": ["model"]}},
              "shares_0": {"module": "%s", "input": {"data": {"train_data": ["data_transform_0.data"]}},
                           "output": {"data": ["data"], "model": ["model"]}},
              "evaluation_0": {"module": "Evaluation", "input": {"data": {"data": ["shares_0.data"]}}}
            }}""";

    private static final String CONF = """
            {"dsl_version": 2,
             "initiator": {"role": "guest", "party_id": 9999},
             "role": {"guest": [9999], "host": [10000]},
             "job_parameters": {"common": {"task_cores": 1}},
             "component_parameters": {
               "common": {"shares_0": {"fail_at": "%s"}},
               "role": {
                 "guest": {"0": {"reader_0": {"table": {"name": "guest", "namespace": "experiment"}},
                                 "data_transform_0": {"with_label": true}}},
                 "host": {"0": {"reader_0": {"table": {"name": "host", "namespace": "experiment"}}}}}}}""";

    /** Its scores are 0.8, 0.6, 0.7 and 0.2: of the four pairs of one label with the other, three are in order. */
    private static final String GUEST = "id,y,x0,x1\na,1,1,1\nb,1,0,1\nc,0,1,0\nd,0,-2,0\n";

    private static final String HOST = "id,z0\na,1\nb,0\nc,1\nd,-1\n";

    private Path home;
    private ServerInThisJvm server;
    private FlowClient client;

    @BeforeAll
    void start(@TempDir Path place) throws IOException, InterruptedException {
        assumePython(place.resolve("version"));
        home = place.resolve("home");
        server = new ServerInThisJvm(Map.of(
                "fate.home",
                home,
                "fate.worker.heartbeat",
                "200ms",
                "fate.worker.providers[0].name",
                PROVIDER,
                "fate.worker.providers[0].home",
                installation(place.resolve("provider"))));
        client = new FlowClient(server.port());
        client.upload("guest", GUEST);
        client.upload("host", HOST);
        await("the worker says what its provider can run")
                .atMost(Duration.ofMinutes(1))
                .until(() -> modules().has("heteronn"));
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
        String jobId = client.submit(job("HeteroNN", ""));

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
        String jobId = client.submit(job("HeteroNN", "guest"));

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
        JsonNode answer = client.post("/v1/job/submit", named(job("FTL", ""), PROVIDER));

        assertThat(answer.path("retcode").asInt()).isNotZero();
        assertThat(answer.path("retmsg").asText())
                .contains("FFB-2011", PROVIDER + " cannot import its FTL", "a_package_for_images");
    }

    @Test
    void aVersionThatIsNotHereIsRefusedWithTheOneThatIs() {
        JsonNode answer = client.post("/v1/job/submit", named(job("HeteroNN", ""), "fate@0.0.8"));

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

    private JsonNode modules() {
        return client.post("/v1/provider/fate/get", FlowClient.JSON.createObjectNode())
                .path("data")
                .path("0.0.7")
                .path("components");
    }

    private static ObjectNode named(ObjectNode job, String provider) {
        job.withObject("/job_runtime_conf/provider/common").put("shares_0", provider);
        return job;
    }

    private static ObjectNode job(String module, String failAt) {
        ObjectNode job = FlowClient.JSON.createObjectNode();
        job.set("job_dsl", FlowClient.json(DSL.formatted(module)));
        job.set("job_runtime_conf", FlowClient.json(CONF.formatted(failAt)));
        return job;
    }

    /** What the runner's tests have, with the components of this test beside theirs. */
    private static Path installation(Path provider) throws IOException {
        try (Stream<Path> files = Files.walk(INSTALLATION)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = provider.resolve(INSTALLATION.relativize(file));
                Files.createDirectories(requireNonNull(copy.getParent()));
                Files.copy(file, copy);
            }
        }
        Files.copy(
                Path.of("src/test/resources/provider/shares.py").toAbsolutePath(),
                provider.resolve(COMPONENTS).resolve("shares.py"));
        return provider;
    }

    private static void assumePython(Path output) throws InterruptedException {
        boolean found;
        try {
            Process python = new ProcessBuilder("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 8))")
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            found = python.waitFor(1, TimeUnit.MINUTES) && python.exitValue() == 0;
        } catch (IOException absent) {
            found = false;
        }
        assumeTrue(
                found, "no python3 of version 3.8 or later on the PATH: install one (Debian: apt-get install python3)");
    }
}

package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A provider in Python that is no FATE: the packages that the runner's own tests have, and two modules more, for any python3 with its
 * standard library.
 */
record TestProvider(Path home) {

    static final String NAME = "fate@0.0.7";
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

    static ObjectNode job(String module, String failAt) {
        ObjectNode job = FlowClient.JSON.createObjectNode();
        job.set("job_dsl", FlowClient.json(DSL.formatted(module)));
        job.set("job_runtime_conf", FlowClient.json(CONF.formatted(failAt)));
        return job;
    }

    /**
     * Makes one, or has the test skipped where there is no Python.
     *
     * @param provider a directory that is made
     */
    static TestProvider install(Path provider) throws IOException, InterruptedException {
        assumePython(Files.createDirectories(provider).resolve("version"));
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
        return new TestProvider(provider);
    }

    /** Of a server whose worker has it. */
    Map<String, Object> settings() {
        return Map.of(
                "fate.worker.heartbeat",
                "200ms",
                "fate.worker.providers[0].name",
                NAME,
                "fate.worker.providers[0].home",
                home);
    }

    void awaitKnown(FlowClient client) {
        await("the worker says what its provider can run")
                .atMost(Duration.ofMinutes(1))
                .until(() -> client.post("/v1/provider/fate/get", FlowClient.JSON.createObjectNode())
                        .path("data")
                        .path("0.0.7")
                        .path("components")
                        .has("heteronn"));
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

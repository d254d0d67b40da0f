package io.fateflow.e2e;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A server whose place nobody comes back to takes its executors with it. */
class ServerStopTest {

    private static final int MANY = 300_000;

    @TempDir
    private Path home;

    @AfterEach
    void killWhatAFailureHasLeft() {
        new ExecutorProcesses(home).killAll();
    }

    @Test
    void executorsEndWithAServerThatLeavesNone() {
        try (ServerInThisJvm server =
                new ServerInThisJvm(Map.of("fate.home", home, "fate.worker.leave-executors", false))) {
            FlowClient client = new FlowClient(server.port());
            Jobs.uploadTables(client);
            String jobId = client.submit(Jobs.secureAdd(MANY, MANY));
            await("executors run").atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(client.tasks(jobId))
                    .filteredOn(task -> task.path("f_component_name").asText().equals("secure_add_example_0"))
                    .extracting(task -> task.path("f_party_status").asText())
                    .containsExactly("running", "running"));
        }

        new ExecutorProcesses(home).assertNoneIsLeft();
    }
}

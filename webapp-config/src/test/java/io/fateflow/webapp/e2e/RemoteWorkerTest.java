package io.fateflow.webapp.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

/** Executors on another machine: all that they share with the server is its URL and the site's tables. */
class RemoteWorkerTest {

    @TempDir
    private Path place;

    @Test
    void aWorkerOnAnotherMachineRunsTheExecutors() throws IOException {
        Path home = place.resolve("server");
        Path work = Files.createDirectory(place.resolve("worker"));
        Path password = Files.writeString(place.resolve("password"), FlowClient.PASSWORD + "\n");
        ServerInThisJvm server = new ServerInThisJvm(Map.of("fate.home", home, "fate.worker.enabled", false));
        FlowClient client = new FlowClient(server.port());
        try (ChildJvm worker = worker(client, home, work, password)) {
            Jobs.uploadTables(client);

            String jobId = client.submit(Jobs.secureAdd(30, 30));
            client.awaitEnd(jobId, "success");

            assertThat(client.tasks(jobId)).hasSize(4).allSatisfy(task -> {
                assertThat(task.path("f_worker_id").asText()).isEqualTo("remote");
                assertThat(task.path("f_run_pid").asLong()).isPositive();
            });
            assertThat(work.resolve("logs/" + jobId + "/guest/9999/secure_add_example_0/INFO.log"))
                    .content()
                    .contains("Secure Add Result is 60.0000");
            new Leases(new JdbcTemplate(server.part(DataSource.class))).assertNoneIsLeft();
            // the worker waits for tasks meanwhile, and no request of it holds the server up
            assertTimeout(Duration.ofSeconds(10), server::close);
            worker.terminate();
        } finally {
            server.close();
        }
        new ExecutorProcesses(work).assertNoneIsLeft();
    }

    private static ChildJvm worker(FlowClient client, Path home, Path work, Path password) {
        return ChildJvm.start(
                work,
                Map.of(),
                "worker",
                "--server=" + client.server(),
                "--user=" + FlowClient.USER,
                "--password-file=" + password,
                "--worker-id=remote",
                "--work-dir=" + work,
                "--tables=" + home.resolve("tables"));
    }
}

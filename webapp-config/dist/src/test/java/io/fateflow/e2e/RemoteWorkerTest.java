package io.fateflow.e2e;

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
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeout;

/** Executors on another machine: all that they share with the server is its URL and the site's tables. */
class RemoteWorkerTest {

    private static final int MANY = 300_000;

    @TempDir
    private Path place;

    @Test
    void aWorkerOnAnotherMachineRunsTheExecutors() throws IOException {
        Path home = place.resolve("server");
        Path work = Files.createDirectory(place.resolve("worker"));
        Path password = Files.writeString(place.resolve("password"), FlowClient.PASSWORD + "\n");
        ServerInThisJvm server = new ServerInThisJvm(Map.of("fate.home", home, "fate.worker.enabled", false));
        FlowClient client = new FlowClient(server.port());
        try (ChildJvm worker = worker(client.server().toString(), home, work, password)) {
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

    @Test
    void aWorkerGoesOnWithTheOtherServerWhenOneIsKilled() throws IOException {
        Path work = Files.createDirectory(place.resolve("worker"));
        Path password = Files.writeString(place.resolve("password"), FlowClient.PASSWORD + "\n");
        Nodes nodes = new Nodes(place, Postgres.newDatabase())
                .with(settings -> settings.withObject("/fate/worker").put("enabled", false));
        int portA = ChildJvm.freePort();
        int portB = ChildJvm.freePort();
        FlowClient a = new FlowClient(portA);
        FlowClient b = new FlowClient(portB);
        try (ChildJvm serverA = nodes.start("a", portA);
                ChildJvm serverB = nodes.start("b", portB)) {
            a.awaitUp(serverA);
            b.awaitUp(serverB);
            try (ChildJvm worker = worker(a.server() + "," + b.server(), nodes.home(), work, password)) {
                Jobs.uploadTables(a);
                String jobId = a.submit(Jobs.secureAdd(MANY, MANY));
                await("executors exchange data")
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> secureAddsThatRun(nodes) == 2);

                serverA.kill();

                b.awaitEnd(jobId, "success");
                assertThat(b.tasks(jobId)).hasSize(4).allSatisfy(task -> assertThat(
                                task.path("f_task_version").asInt())
                        .isZero());
                new Leases(nodes.jdbc()).assertNoneIsLeft();
                worker.terminate();
            }
            serverB.terminate();
        }
        new ExecutorProcesses(work).assertNoneIsLeft();
    }

    private static int secureAddsThatRun(Nodes nodes) {
        return nodes.jdbc()
                .queryForList(
                        "select 1 from task where party_status = 'running' and component_name = 'secure_add_example_0'")
                .size();
    }

    private static ChildJvm worker(String servers, Path home, Path work, Path password) {
        return ChildJvm.start(
                work,
                Map.of(),
                "worker",
                "--server=" + servers,
                "--user=" + FlowClient.USER,
                "--password-file=" + password,
                "--worker-id=remote",
                "--work-dir=" + work,
                "--tables=" + home.resolve("tables"));
    }
}

package io.fateflow.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import javax.sql.DataSource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Executors on machines that share nothing with the server but the network. */
class WithoutSharedFolderTest {

    private static final int MANY_ROWS = 60_000;
    private static final long BEFORE_THE_STALL = 1_000_000;

    @TempDir
    private Path place;

    @Test
    void twoWorkersTrainAModelWithoutAFolderInCommon() throws IOException {
        Path home = place.resolve("server");
        List<Path> works = List.of(directory("work-a"), directory("work-b"));
        ServerInThisJvm server = new ServerInThisJvm(Map.of("fate.home", home, "fate.worker.enabled", false));
        FlowClient client = new FlowClient(server.port());
        String url = client.server().toString();
        try (ChildJvm a = worker("a", url, works.get(0));
                ChildJvm b = worker("b", url, works.get(1))) {
            String jobId = LearningJob.train(client);

            assertThat(client.tasks(jobId).stream()
                            .map(task -> task.path("f_worker_id").asText())
                            .collect(Collectors.toSet()))
                    .containsExactlyInAnyOrder("a", "b");
            assertThat(home.resolve("logs/" + jobId + "/guest/9999/hetero_lr_0/INFO.log"))
                    .as("its log, at the server")
                    .content()
                    .contains("hetero_lr_0 succeeded");
            for (Path work : works) {
                assertThat(configs(work.resolve("jobs").resolve(jobId)))
                        .as("executors know nothing of the server's disk")
                        .isNotEmpty()
                        .allSatisfy(config -> assertThat(config).doesNotContain(home.toString()));
            }
            new Leases(new JdbcTemplate(server.part(DataSource.class))).assertNoneIsLeft();
            a.terminate();
            b.terminate();
        } finally {
            server.close();
        }
        works.forEach(work -> new ExecutorProcesses(work).assertNoneIsLeft());
        works.forEach(WithoutSharedFolderTest::assertThatNothingHalfIsLeft);
        assertThat(FilesBelow.of(home.resolve("tables/incoming"))).isEmpty();
    }

    /** Whether what the executor gets stands still, or what it gives back: worker and server are killed then. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTransferGoesOnWhenWorkerAndServerWereKilledMeanwhile(boolean upwards) throws IOException {
        Path work = directory("work");
        Nodes nodes = new Nodes(place, Postgres.newDatabase())
                .with(settings -> settings.withObject("/fate/worker").put("enabled", false));
        int port = ChildJvm.freePort();
        FlowClient client = new FlowClient(port);
        String jobId;
        try (Proxy line = new Proxy(port)) {
            String url = "http://127.0.0.1:" + line.port();
            try (ChildJvm server = nodes.start("a", port);
                    ChildJvm worker = worker("w", url, work)) {
                client.awaitUp(server);
                client.upload(Jobs.GUEST_TABLE, manyRows());
                client.upload(Jobs.HOST_TABLE, Jobs.csv("id,x1,x2"));
                forget(work);
                line.stallNext(upwards, BEFORE_THE_STALL);
                jobId = client.submit(Jobs.secureAdd(30, 30));
                await("a transfer is half done").atMost(Duration.ofSeconds(60)).until(line::isStalled);
                worker.kill();
                server.kill();
            }
            line.goOn();
            try (ChildJvm server = nodes.start("a", port);
                    ChildJvm worker = worker("w", url, work)) {
                client.awaitUp(server);

                client.awaitEnd(jobId, "success");

                assertThat(client.tasks(jobId)).hasSize(4).allSatisfy(task -> assertThat(
                                task.path("f_task_version").asInt())
                        .as("the same executor went on")
                        .isZero());
                new Leases(nodes.jdbc()).assertNoneIsLeft();
                worker.terminate();
                server.terminate();
            }
        }
        new ExecutorProcesses(work).assertNoneIsLeft();
        assertThatNothingHalfIsLeft(work);
        assertThat(FilesBelow.of(nodes.home().resolve("tables/incoming"))).isEmpty();
    }

    /** Another attempt goes on with what the first has got; what that had given back in part is gone. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anExecutorThatIsKilledInATransferIsFollowedByAnother(boolean upwards) throws IOException {
        Path home = place.resolve("server");
        Path work = directory("work");
        ServerInThisJvm server = new ServerInThisJvm(Map.of("fate.home", home, "fate.worker.enabled", false));
        FlowClient client = new FlowClient(server.port());
        try (Proxy line = new Proxy(server.port());
                ChildJvm worker = worker("w", "http://127.0.0.1:" + line.port(), work)) {
            client.upload(Jobs.GUEST_TABLE, manyRows());
            client.upload(Jobs.HOST_TABLE, Jobs.csv("id,x1,x2"));
            forget(work);
            line.stallNext(upwards, BEFORE_THE_STALL);
            ObjectNode job = Jobs.secureAdd(30, 30);
            job.withObject("/job_runtime_conf/job_parameters/common")
                    .put("auto_retries", 1)
                    .put("auto_retry_delay", 0);
            String jobId = client.submit(job);
            await("a transfer is half done").atMost(Duration.ofSeconds(60)).until(line::isStalled);

            new ExecutorProcesses(work).kill(jobId, false);

            client.awaitEnd(jobId, "success");
            line.goOn();
            assertThat(client.tasks(jobId))
                    .anySatisfy(task ->
                            assertThat(task.path("f_task_version").asInt()).isOne());
            worker.terminate();
        } finally {
            server.close();
        }
        new ExecutorProcesses(work).assertNoneIsLeft();
        assertThatNothingHalfIsLeft(work);
        assertThat(FilesBelow.of(home.resolve("tables/incoming"))).isEmpty();
    }

    /** As if another worker had made the tables. */
    private static void forget(Path work) throws IOException {
        for (Path content : FilesBelow.of(work.resolve("cache"))) {
            Files.delete(content);
        }
    }

    private static void assertThatNothingHalfIsLeft(Path work) {
        assertThat(FilesBelow.of(work.resolve("cache")))
                .as("contents that were got")
                .isNotEmpty()
                .noneMatch(file -> file.toString().endsWith(".part"));
        assertThat(FilesBelow.of(work.resolve("jobs")))
                .as("tables of attempts that have ended")
                .noneMatch(file -> file.toString().endsWith(".arrow"));
    }

    private ChildJvm worker(String name, String url, Path work) throws IOException {
        Path password = Files.writeString(place.resolve("password"), FlowClient.PASSWORD + "\n");
        return worker(name, url, work, "--file-cache=50m", "--password-file=" + password);
    }

    static ChildJvm worker(String name, String url, Path work, String... more) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                "worker",
                "--server=" + url,
                "--user=" + FlowClient.USER,
                "--worker-id=" + name,
                "--work-dir=" + work,
                "--no-shared-folder"));
        line.addAll(List.of(more));
        return ChildJvm.start(work, Map.of(), line.toArray(String[]::new));
    }

    private Path directory(String name) throws IOException {
        return Files.createDirectory(place.resolve(name));
    }

    /** Numbers that hardly get smaller: several megabytes. */
    private static String manyRows() {
        Random random = new Random(7);
        StringBuilder csv = new StringBuilder("id,y,x0\n");
        for (int row = 0; row < MANY_ROWS; row++) {
            csv.append(row)
                    .append(',')
                    .append(random.nextLong())
                    .append(',')
                    .append(random.nextLong())
                    .append('\n');
        }
        return csv.toString();
    }

    private static List<String> configs(Path jobs) {
        return FilesBelow.of(jobs).stream()
                .filter(file -> file.endsWith("config.json"))
                .map(file -> {
                    try {
                        return Files.readString(file, StandardCharsets.UTF_8);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .toList();
    }
}

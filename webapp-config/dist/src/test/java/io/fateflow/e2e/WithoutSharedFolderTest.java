package io.fateflow.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/** Executors on machines that share nothing with the server but the network. */
class WithoutSharedFolderTest {

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
            LearningJob.upload(client);

            String jobId = client.submit(job(LearningJob.DSL, LearningJob.CONF));
            client.awaitEnd(jobId, "success");

            assertThat(client.tasks(jobId).stream()
                            .map(task -> task.path("f_worker_id").asText())
                            .collect(Collectors.toSet()))
                    .containsExactlyInAnyOrder("a", "b");
            assertThat(client.tracking("output/data", jobId, "hetero_lr_0").at("/data/0"))
                    .hasSize(LearningJob.ROWS);
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
        assertThat(files(home.resolve("tables/incoming"))).isEmpty();
    }

    private static void assertThatNothingHalfIsLeft(Path work) {
        assertThat(files(work.resolve("cache")))
                .as("contents that were got")
                .isNotEmpty()
                .noneMatch(file -> file.toString().endsWith(".part"));
        assertThat(files(work.resolve("jobs")))
                .as("tables of attempts that have ended")
                .noneMatch(file -> file.toString().endsWith(".arrow"));
    }

    private ChildJvm worker(String name, String url, Path work) throws IOException {
        Path password = Files.writeString(place.resolve("password"), FlowClient.PASSWORD + "\n");
        return ChildJvm.start(
                work,
                Map.of(),
                "worker",
                "--server=" + url,
                "--user=" + FlowClient.USER,
                "--password-file=" + password,
                "--worker-id=" + name,
                "--work-dir=" + work,
                "--no-shared-folder",
                "--file-cache=50m");
    }

    private Path directory(String name) throws IOException {
        return Files.createDirectory(place.resolve(name));
    }

    private static ObjectNode job(String dsl, String conf) throws IOException {
        ObjectNode job = FlowClient.JSON.createObjectNode();
        job.set("job_dsl", FlowClient.JSON.readTree(dsl));
        job.set("job_runtime_conf", FlowClient.JSON.readTree(conf));
        return job;
    }

    private static List<String> configs(Path jobs) {
        return files(jobs).stream()
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

    private static List<Path> files(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.worker.local.ConfinementCheck;
import io.fateflow.worker.run.UserIds;
import io.fateflow.worker.runtime.Confinement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** A job of real components whose executors are users of their own, with no network but the exchange of their site. */
class ConfinedExecutorsTest {

    private static final String IDS = "614000-614015";

    @TempDir
    private Path home;

    /** Not below /tmp, which each executor has for itself. */
    private final Path work = Path.of("target", "confined-" + UUID.randomUUID()).toAbsolutePath();

    @AfterEach
    void remove() throws IOException {
        try (Stream<Path> all = Files.walk(work)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }

    @Test
    void aModelIsTrainedByExecutorsThatSeeNothingOfEachOther() throws IOException {
        Files.createDirectories(work);
        assumeThat(new ConfinementCheck(work, new Confinement(UserIds.parse(IDS), true)).missing())
                .as("what this machine lacks for executors with users of their own")
                .isEmpty();
        ServerInThisJvm server = new ServerInThisJvm(Map.of("fate.home", home, "fate.worker.enabled", false));
        FlowClient client = new FlowClient(server.port());
        Path password = Files.writeString(home.resolve("password"), FlowClient.PASSWORD + "\n");
        try (ChildJvm worker = WithoutSharedFolderTest.worker(
                "confined",
                client.server().toString(),
                work,
                "--password-file=" + password,
                "--executor-users=" + IDS,
                "--slots=4")) {
            String jobId = LearningJob.train(client);

            assertThat(home.resolve("logs/" + jobId + "/guest/9999/hetero_lr_0/INFO.log"))
                    .content()
                    .contains("hetero_lr_0 succeeded");
            assertThat(owners(work.resolve("own")))
                    .as("users of executors")
                    .isNotEmpty()
                    .allMatch(owner -> owner >= 614_000 && owner <= 614_015);
            new Leases(new JdbcTemplate(server.part(DataSource.class))).assertNoneIsLeft();
            worker.terminate();
        } finally {
            server.close();
        }
        new ExecutorProcesses(work).assertNoneIsLeft();
        assertThat(work.resolve("users"))
                .isDirectoryNotContaining(file -> file.getFileName().toString().length() == 32);
    }

    private static List<Integer> owners(Path own) throws IOException {
        try (Stream<Path> all = Files.walk(own, 2)) {
            return all.filter(path -> path.endsWith("run"))
                    .map(path -> {
                        try {
                            return (Integer) Files.getAttribute(path, "unix:uid");
                        } catch (IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    })
                    .toList();
        }
    }
}

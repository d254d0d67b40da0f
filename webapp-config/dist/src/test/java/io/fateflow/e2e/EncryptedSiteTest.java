package io.fateflow.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.webapp.database.StartFailedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** A site that encrypts what it keeps. */
class EncryptedSiteTest {

    @TempDir
    private Path place;

    @Test
    void aModelIsTrainedAndItsTablesStandOnTheDiskEncryptedAlone() throws IOException {
        Path home = place.resolve("server");
        ServerInThisJvm server = new ServerInThisJvm(settings(home));
        FlowClient client = new FlowClient(server.port());
        try {
            LearningJob.upload(client);

            String jobId = client.submit(Jobs.job(LearningJob.DSL, LearningJob.CONF));
            client.awaitEnd(jobId, "success");

            assertThat(client.tracking("output/data", jobId, "hetero_lr_0").at("/data/0"))
                    .hasSize(LearningJob.ROWS);
            await("what executors had for themselves goes with them")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> beginning(home, "ARROW1").isEmpty());
            assertThat(beginning(home.resolve("tables"), "FATEENC1"))
                    .as("both uploads, and what components have made of them")
                    .hasSizeGreaterThan(5);
            new Leases(new JdbcTemplate(server.part(DataSource.class))).assertNoneIsLeft();
        } finally {
            server.close();
        }
        new ExecutorProcesses(home).assertNoneIsLeft();
        assertThat(FilesBelow.of(home.resolve("tables/incoming"))).isEmpty();
    }

    @Test
    void aServerThatHasLostItsKeyFileDoesNotStart() throws IOException {
        Path home = place.resolve("server");
        Map<String, Object> settings = settings(home);
        new ServerInThisJvm(settings).close();

        assertThatThrownBy(() -> new ServerInThisJvm(Map.of("fate.home", home)))
                .isInstanceOf(StartFailedException.class)
                .hasMessageContainingAll("FFB-5322", "fate.at-rest.key-file", "tables/ENCRYPTED");
        Files.delete(place.resolve("keys"));
        assertThatThrownBy(() -> new ServerInThisJvm(settings))
                .isInstanceOf(StartFailedException.class)
                .hasMessageContainingAll("FFB-5319", place.resolve("keys").toString());
    }

    private Map<String, Object> settings(Path home) throws IOException {
        Path keys = Files.writeString(
                place.resolve("keys"),
                Base64.getEncoder()
                        .encodeToString("a key of a test: 32 bytes of it.".getBytes(StandardCharsets.US_ASCII)));
        return Map.of("fate.home", home, "fate.at-rest.key-file", keys);
    }

    private static List<Path> beginning(Path directory, String magic) {
        return FilesBelow.of(directory).stream()
                .filter(file -> begins(file, magic))
                .toList();
    }

    private static boolean begins(Path file, String magic) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(magic.length()), StandardCharsets.ISO_8859_1).equals(magic);
        } catch (IOException gone) {
            return false;
        }
    }
}

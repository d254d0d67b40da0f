package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.webapp.database.StartFailedException;
import io.fateflow.worker.kubernetes.TestCluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A site that encrypts what it keeps, with executors of each kind. */
class EncryptedSiteTest {

    private static final Map<String, Object> WITHOUT_WORKER = Map.of("fate.worker.enabled", false);

    @TempDir
    private Path place;

    private EncryptedSite site() {
        return new EncryptedSite(place);
    }

    @Test
    void tablesStandOnTheDiskEncryptedAlone() throws IOException {
        try (ServerInThisJvm server = new ServerInThisJvm(site().settings(Map.of()))) {
            matched(server);
            site().assertThatNothingIsPlain();
        }
        site().assertThatNothingIsPlain();
        new ExecutorProcesses(site().home()).assertNoneIsLeft();
    }

    /** Without a cache a worker keeps nothing as it is, either. */
    @Test
    void aWorkerWithoutASharedFolderLeavesNothingPlainAtTheServerNorWithoutACacheAtItself() throws IOException {
        Path work = Files.createDirectory(place.resolve("work"));
        Path password = Files.writeString(place.resolve("password"), FlowClient.PASSWORD + "\n");
        try (ServerInThisJvm server = new ServerInThisJvm(site().settings(WITHOUT_WORKER));
                ChildJvm worker = WithoutSharedFolderTest.worker(
                        "w",
                        new FlowClient(server.port()).server().toString(),
                        work,
                        "--file-cache=0",
                        "--password-file=" + password)) {
            matched(server);
            site().assertThatNothingIsPlain(work);
            worker.terminate();
        }
        site().assertThatNothingIsPlain(work);
        new ExecutorProcesses(work).assertNoneIsLeft();
    }

    @Test
    @EnabledIf(
            value = "io.fateflow.worker.kubernetes.TestCluster#hasOwnVolumes",
            disabledReason = "nobody here may unshare mounts, as containers do")
    void podsWithDirectoriesOfTheirOwnLeaveNothingPlainAtTheServerNorAtTheirWorker() throws IOException {
        Path work = place.resolve("work");
        try (ServerInThisJvm server = new ServerInThisJvm(site().settings(WITHOUT_WORKER));
                TestCluster cluster = new TestCluster();
                ChildJvm worker = PodWorker.withoutVolume(cluster, place, work)
                        .start(new FlowClient(server.port()).server().toString(), "--no-shared-folder")) {
            matched(server);
            site().assertThatNothingIsPlain(work);
            worker.terminate();
        }
        site().assertThatNothingIsPlain(work);
        new ExecutorProcesses(work).assertNoneIsLeft();
    }

    @Test
    void aComponentOfFatesPythonLeavesNothingPlain() throws Exception {
        TestProvider provider = TestProvider.install(place.resolve("provider"));
        try (ServerInThisJvm server = new ServerInThisJvm(site().settings(provider.settings()))) {
            FlowClient client = new FlowClient(server.port());
            provider.awaitKnown(client);
            site().upload(client);

            String jobId = client.submit(TestProvider.job("HeteroNN", ""));
            client.awaitEnd(jobId, "success");

            assertThat(client.tracking("output/data", jobId, "shares_0").at("/data/0"))
                    .isNotEmpty();
            site().assertThatNothingIsPlain();
        }
        new ExecutorProcesses(site().home()).assertNoneIsLeft();
    }

    private void matched(ServerInThisJvm server) {
        FlowClient client = new FlowClient(server.port());
        site().store(client, site().match(client));
        new Leases(new JdbcTemplate(server.part(DataSource.class))).assertNoneIsLeft();
    }

    @Test
    void aServerThatHasLostItsKeyFileDoesNotStart() throws IOException {
        Map<String, Object> settings = site().settings(Map.of());
        new ServerInThisJvm(settings).close();

        assertThatThrownBy(() -> new ServerInThisJvm(Map.of("fate.home", site().home())))
                .isInstanceOf(StartFailedException.class)
                .hasMessageContainingAll("FFB-5322", "fate.at-rest.key-file", "tables/ENCRYPTED");
        Files.delete(site().keys());
        assertThatThrownBy(() -> new ServerInThisJvm(settings))
                .isInstanceOf(StartFailedException.class)
                .hasMessageContainingAll("FFB-5319", site().keys().toString());
    }
}

package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.kubernetes.TestCluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Jobs whose executors are pods, while something fails: each fault has one outcome, no attempt is made twice, and nothing is
 * left: no Job, pod, secret, process or lease, and no table of an attempt.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PodsUnderFaultsContract {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int UNTIL_THE_FAULT = 600;

    private final TestCluster cluster = new TestCluster();
    private final int port = ChildJvm.freePort();
    private final FlowClient client = new FlowClient(port);
    private Nodes nodes;
    private PodWorker pods;
    private ChildJvm server;
    private ChildJvm worker;

    /** Whether pods have directories of their own. */
    abstract boolean ownVolumes();

    @BeforeAll
    void start(@TempDir Path place) throws IOException {
        nodes = new Nodes(place, Postgres.newDatabase()).with(settings -> settings.put("fate.site.worker-silence", "1m")
                .withObject("/fate/worker")
                .put("enabled", false));
        Path work = place.resolve("work");
        pods = ownVolumes()
                ? PodWorker.withoutVolume(cluster, place, work)
                : PodWorker.withVolume(cluster, place, work);
        startServer();
        startWorker();
    }

    private void startServer() throws IOException {
        server = nodes.start("a", port);
        client.awaitUp(server);
    }

    private void startWorker() throws IOException {
        String url = "http://127.0.0.1:" + port;
        String commands = "--commands=" + nodes.commandsOfWorker();
        worker = ownVolumes()
                ? pods.start(url, commands, "--no-shared-folder")
                : pods.start(url, commands, "--tables=" + nodes.home().resolve("tables"));
    }

    @AfterEach
    void nothingIsLeft() {
        cluster.isAway(false);
        cluster.addNode();
        new Leases(nodes.jdbc()).assertNoneIsLeft();
        await("the cluster has nothing of us").atMost(PATIENCE).until(cluster::isEmpty);
        new ExecutorProcesses(pods.work()).assertNoneIsLeft();
        assertThat(FilesBelow.of(pods.work().resolve("jobs")))
                .noneMatch(file ->
                        file.toString().endsWith(".arrow") || file.toString().endsWith(".part"));
        nodes.assertNothingRanTwice();
    }

    @AfterAll
    void end() {
        // where one did not start, the other has to go all the same
        Stream.of(worker, server).filter(Objects::nonNull).forEach(ChildJvm::close);
        cluster.close();
    }

    @Test
    void anExecutorThatIsKilledIsTriedAgain() throws IOException {
        String jobId = running(UNTIL_THE_FAULT);

        nodes.killExecutors(jobId);

        succeedsAtTheSecondTry(jobId, "was ended by signal 9");
    }

    @Test
    void aPodThatIsEvictedIsTriedAgain() throws IOException {
        String jobId = running(UNTIL_THE_FAULT);

        cluster.evictAll();

        succeedsAtTheSecondTry(jobId, "was evicted from node node-1: The node was low on resource: memory.");
    }

    @Test
    void aContainerAtItsMemoryLimitIsTriedAgainAndSaysSo() throws IOException {
        String jobId = running(UNTIL_THE_FAULT);

        cluster.runOutOfMemory();

        succeedsAtTheSecondTry(jobId, "FFB-5240");
    }

    @Test
    void whatRanOnALostNodeIsTriedAgainOnAnotherOne() throws IOException {
        String jobId = running(UNTIL_THE_FAULT);

        cluster.loseNode();
        cluster.addNode();

        succeedsAtTheSecondTry(jobId, "was lost: pod fate-");
    }

    @Test
    void whoseJobIsSuspendedIsTriedAgain() throws IOException {
        String jobId = running(UNTIL_THE_FAULT);

        cluster.suspendJobs(true);

        succeedsAtTheSecondTry(jobId, "was lost: FFB-5269");
    }

    @Test
    void anApiServerThatIsAwayAtTheStartFailsNothing() throws IOException {
        nodes.executorsTake(0);
        int before = cluster.creationsTurnedAway();
        cluster.isAway(true);
        String jobId = client.submit(held());
        await("the worker has tried").atMost(PATIENCE).until(() -> cluster.creationsTurnedAway() > before + 1);
        cluster.isAway(false);

        succeedsAtTheFirstTry(jobId);
    }

    @Test
    void anApiServerThatIsAwayAtTheEndFailsNothing() throws IOException {
        String jobId = running(2);
        cluster.isAway(true);
        awaitExitCodes(jobId);
        cluster.isAway(false);

        succeedsAtTheFirstTry(jobId);
    }

    @Test
    void aServerThatIsKilledGetsToKnowHowItsExecutorsEndedMeanwhile() throws IOException {
        String jobId = running(2);
        server.kill();
        awaitExitCodes(jobId);
        startServer();

        succeedsAtTheFirstTry(jobId);
    }

    @Test
    void aWorkerThatIsKilledGoesOnWithItsPods() throws IOException {
        String jobId = running(5);
        worker.kill();
        startWorker();

        succeedsAtTheFirstTry(jobId);
    }

    /** A job whose two executors have begun; those that begin later do nothing. */
    private String running(int seconds) throws IOException {
        long before = nodes.begun();
        nodes.executorsTake(seconds);
        String jobId = client.submit(held());
        await("both executors have begun").atMost(PATIENCE).until(() -> nodes.begun() == before + 2);
        nodes.executorsTake(0);
        return jobId;
    }

    private static ObjectNode held() {
        ObjectNode job = Jobs.held();
        job.withObject("/job_runtime_conf/job_parameters/common")
                .put("auto_retries", 1)
                .put("auto_retry_delay", 0);
        return job;
    }

    private void awaitExitCodes(String jobId) {
        await("both have ended")
                .atMost(PATIENCE)
                .until(() -> FilesBelow.of(pods.work().resolve("jobs").resolve(jobId)).stream()
                                .filter(file -> file.endsWith("exit_code"))
                                .filter(file -> FilesBelow.text(file).endsWith("\n"))
                                .count()
                        == 2);
    }

    private void succeedsAtTheFirstTry(String jobId) {
        client.awaitEnd(jobId, "success");
        assertThat(nodes.lastVersions(jobId))
                .as("%s", nodes.errorsOfFirstAttempts(jobId))
                .containsOnly(0);
    }

    private void succeedsAtTheSecondTry(String jobId, String said) {
        client.awaitEnd(jobId, "success");
        assertThat(nodes.lastVersions(jobId)).containsOnly(1);
        assertThat(nodes.errorsOfFirstAttempts(jobId))
                .anySatisfy(error -> assertThat(error).contains(said));
    }
}

package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.run.RunDirectories;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.run.RunKey;
import io.fateflow.worker.runtime.Ending;
import io.fateflow.worker.runtime.ExecutorLimits;
import io.fateflow.worker.runtime.Launch;
import io.fateflow.worker.runtime.RunningExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What becomes of an executor when its pod, its node or the API server does something of its own. */
@Timeout(60)
@Tag("processes")
class KubernetesEndingsTest {

    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);
    private static final String FOR_EVER = "echo begun >> begun; while true; do sleep 0.1; done";

    @TempDir
    private Path work;

    @TempDir
    private Path files;

    private final TestCluster cluster = new TestCluster();
    private KubernetesExecutors runtime;
    private RunDirectory run;

    @BeforeEach
    void aRun() throws IOException {
        runtime = new KubernetesExecutors(cluster.newClient(), TestSettings.in(files));
        run = new RunDirectories(work)
                .claim(new RunKey("j", "guest", "9999", "c", "j_c", 0))
                .run();
        Files.createDirectories(run.path());
        Files.createDirectories(run.logs());
    }

    @AfterEach
    void nothingIsLeft() {
        cluster.isAway(false);
        cluster.forbids("");
        runtime.close();
        try {
            assertThat(cluster.runsNothing()).isTrue();
            assertThat(cluster.client().pods().inAnyNamespace().list().getItems())
                    .isEmpty();
            assertThat(cluster.client()
                            .batch()
                            .v1()
                            .jobs()
                            .inAnyNamespace()
                            .list()
                            .getItems())
                    .isEmpty();
        } finally {
            cluster.close();
        }
    }

    @Test
    void anImageThatCannotBePulledIsSaidWithItsRemedy() throws Exception {
        cluster.startsNoPods();
        RunningExecutor executor = runtime.start(launch("exit 0"));
        cluster.says(new PodStatusBuilder()
                .withPhase("Pending")
                .addNewContainerStatus()
                .withName("executor")
                .withImage("registry.example/fate-flow-bpm:1")
                .withNewState()
                .withNewWaiting()
                .withReason("ImagePullBackOff")
                .withMessage("manifest unknown")
                .endWaiting()
                .endState()
                .endContainerStatus()
                .build());

        assertThat(awaitEnding(executor)).isInstanceOfSatisfying(Ending.Lost.class, lost -> assertThat(lost.why())
                .contains("registry.example/fate-flow-bpm:1", "manifest unknown", "imagePullSecrets"));
        assertThat(run.forbidStart()).as("it may begin no more").isFalse();
    }

    @Test
    void anEvictionIsSaidWithItsNodeAndReason() throws Exception {
        cluster.startsNoPods();
        RunningExecutor executor = runtime.start(launch("exit 0"));
        // it had begun, and left no exit code
        run.forbidStart();
        cluster.says(new PodStatusBuilder()
                .withPhase("Failed")
                .withReason("Evicted")
                .withMessage("The node was low on resource: memory.")
                .build());

        assertThat(awaitEnding(executor)).isInstanceOfSatisfying(Ending.Lost.class, lost -> assertThat(lost.why())
                .contains("evicted from node node-1", "low on resource: memory"));
    }

    @Test
    void whoIsKilledAtItsMemoryLimitIsOutOfMemory() throws Exception {
        cluster.startsNoPods();
        RunningExecutor executor = runtime.start(launch("exit 0"));
        run.forbidStart();
        Files.writeString(run.path().resolve("exit_code"), "137\n");
        cluster.says(terminated(137, "OOMKilled"));

        assertThat(awaitEnding(executor)).isEqualTo(new Ending.Exited(137, true));
    }

    @Test
    void aKillThatTookTheLauncherAlongIsOutOfMemoryToo() throws Exception {
        cluster.startsNoPods();
        RunningExecutor executor = runtime.start(launch("exit 0"));
        run.forbidStart();
        cluster.says(terminated(137, "OOMKilled"));

        assertThat(awaitEnding(executor)).isEqualTo(new Ending.Exited(137, true));
    }

    @Test
    void aContainerThatIsKilledForItsMemoryBeforeItsProgramBeganIsOutOfMemoryToo() throws Exception {
        cluster.startsNoPods();
        RunningExecutor executor = runtime.start(launch("exit 0"));
        cluster.says(terminated(137, "OOMKilled"));

        assertThat(awaitEnding(executor)).isEqualTo(new Ending.Exited(137, true));
        assertThat(run.forbidStart()).as("it may begin no more").isFalse();
    }

    @Test
    void aContainerThatEndsBeforeItsProgramBeganSaysHow() throws Exception {
        cluster.startsNoPods();
        RunningExecutor executor = runtime.start(launch("exit 0"));
        cluster.says(terminated(128, "StartError", "exec: \"/opt/java\": no such file"));

        assertThat(awaitEnding(executor)).isInstanceOfSatisfying(Ending.Lost.class, lost -> assertThat(lost.why())
                .endsWith("on node node-1 ended, its container executor as StartError with exit code 128:"
                        + " exec: \"/opt/java\": no such file"));
    }

    @Test
    void aContainerOfTheTemplateThatFailsBeforeTheExecutorsIsNamed() throws Exception {
        cluster.startsNoPods();
        RunningExecutor executor = runtime.start(launch("exit 0"));
        cluster.says(new PodStatusBuilder(terminated(1, "Error"))
                .editFirstContainerStatus()
                .withState(null)
                .endContainerStatus()
                .addNewInitContainerStatus()
                .withName("fetch-certificates")
                .withNewState()
                .withNewTerminated()
                .withExitCode(6)
                .withReason("Error")
                .endTerminated()
                .endState()
                .endInitContainerStatus()
                .build());

        assertThat(awaitEnding(executor)).isInstanceOfSatisfying(Ending.Lost.class, lost -> assertThat(lost.why())
                .endsWith("ended, its container fetch-certificates as Error with exit code 6"));
    }

    @Test
    void anExecutorWhoseNodeIsLostIsLost() throws Exception {
        RunningExecutor executor = begun();

        cluster.loseNode();

        assertThat(awaitEnding(executor)).isInstanceOf(Ending.Lost.class);
    }

    @Test
    void whoDeletesTheJobByHandEndsTheExecutor() throws Exception {
        RunningExecutor executor = begun();

        cluster.client().batch().v1().jobs().inAnyNamespace().delete();

        assertThat(awaitEnding(executor)).isNotEqualTo(new Ending.Exited(0, false));
    }

    @Test
    void whoSuspendsTheJobOfOneThatHasBegunEndsIt() throws Exception {
        RunningExecutor executor = begun();

        cluster.suspendJobs(true);

        assertThat(awaitEnding(executor)).isInstanceOfSatisfying(Ending.Lost.class, lost -> assertThat(lost.why())
                .contains("FFB-5269", "fate-" + run.workerId()));
        assertThat(run.path().resolve("begun")).content().isEqualToIgnoringNewLines("begun");
    }

    @Test
    void whoseJobWasSuspendedWhileNobodyLookedIsNotWaitedFor() throws Exception {
        runtime.start(launch("trap '' TERM; " + FOR_EVER));
        await().atMost(LONG_ENOUGH).until(() -> Files.exists(run.path().resolve("begun")));
        cluster.suspendJobs(true);
        await().atMost(LONG_ENOUGH).until(() -> cluster.client()
                .pods()
                .inAnyNamespace()
                .list()
                .getItems()
                .isEmpty());

        try (KubernetesExecutors next = new KubernetesExecutors(cluster.newClient(), TestSettings.in(files))) {
            assertThat(awaitEnding(next.adopt(launch(FOR_EVER))))
                    .isInstanceOfSatisfying(
                            Ending.Lost.class, lost -> assertThat(lost.why()).contains("FFB-5269"));
        }
        assertThat(run.path().resolve("begun")).content().isEqualToIgnoringNewLines("begun");
    }

    @Test
    void whatIsSuspendedBeforeItBeginsWaitsUntilItIsResumed() throws Exception {
        cluster.startsNoPods();
        KubernetesExecutor executor = (KubernetesExecutor) runtime.start(launch("echo begun >> begun; exit 0"));
        cluster.onlyPod();
        cluster.suspendJobs(true);

        await().atMost(LONG_ENOUGH).untilAsserted(() -> assertThat(executor.whyItWaits())
                .hasValueSatisfying(why -> assertThat(why).contains("resumes Job fate-" + run.workerId())));
        assertThat(executor.isRunning()).isTrue();
        cluster.addNode();
        cluster.suspendJobs(false);

        assertThat(awaitEnding(executor)).isEqualTo(new Ending.Exited(0, false));
        assertThat(run.path().resolve("begun")).content().isEqualToIgnoringNewLines("begun");
    }

    @Test
    void anApiServerThatIsAwayEndsNobody() throws Exception {
        RunningExecutor executor = begun();
        cluster.isAway(true);

        executor.awaitEnd(Duration.ofMillis(100), new CompletableFuture<>());
        assertThat(executor.isRunning()).isTrue();
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> {
            try {
                executor.stop(GRACE);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThatThrownBy(() -> stopped.get(500, TimeUnit.MILLISECONDS))
                .as("it waits for the server")
                .isInstanceOf(TimeoutException.class);
        cluster.isAway(false);

        stopped.get(LONG_ENOUGH.toSeconds(), TimeUnit.SECONDS);
        assertThat(executor.isRunning()).isFalse();
    }

    @Test
    void anEndIsSeenWhileTheApiServerIsAway() throws Exception {
        RunningExecutor executor = runtime.start(launch("while [ ! -e end ]; do sleep 0.05; done; exit 5"));
        cluster.isAway(true);
        Files.createDirectories(run.path());
        Files.writeString(run.path().resolve("end"), "");

        while (executor.isRunning()) {
            executor.awaitEnd(LONG_ENOUGH, new CompletableFuture<>());
        }
        cluster.isAway(false);
        assertThat(executor.ended(GRACE)).isEqualTo(new Ending.Exited(5, false));
    }

    @Test
    void whatCouldNotBeCreatedNeverBegins() {
        cluster.isAway(true);

        assertThatThrownBy(() -> runtime.start(launch("touch begun")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("create Job");
        assertThat(run.isDecided())
                .as("a Job that arrived nevertheless finds that")
                .isTrue();
    }

    @Test
    void aWorkerWithoutRightsIsToldWhichItNeeds() {
        cluster.forbids("POST");

        assertThatThrownBy(() -> runtime.start(launch("exit 0")))
                .hasMessageContaining("Role of docs/kubernetes in namespace fate");
    }

    @Test
    void aRunDirectoryThatPodsDoNotSeeIsNotStarted() throws IOException {
        RunDirectory elsewhere =
                new RunDirectory(run.workerId(), Path.of("/elsewhere/run"), Path.of("/elsewhere/logs"));

        assertThatThrownBy(() -> runtime.start(new Launch(elsewhere, List.of("true"), Map.of(), ExecutorLimits.NONE)))
                .hasMessageContaining("/elsewhere/run")
                .hasMessageContaining("volumeMount");
    }

    @Test
    void twoWorkersThatStartTheSameRunStartItOnce() throws Exception {
        RunningExecutor executor = begun();
        try (KubernetesExecutors other = new KubernetesExecutors(cluster.newClient(), TestSettings.in(files))) {
            RunningExecutor same = other.start(launch(FOR_EVER));

            assertThat(same.isRunning()).isTrue();
            executor.stop(GRACE);
            assertThat(run.path().resolve("begun")).content().isEqualToIgnoringNewLines("begun");
        }
    }

    @Test
    void oneThatIsAskedToEndMayDoSo() throws Exception {
        RunningExecutor executor = runtime.start(
                launch("trap 'echo farewell; exit 9' TERM; echo begun > begun; while true; do sleep 0.1; done"));
        await().atMost(LONG_ENOUGH).until(() -> Files.exists(run.path().resolve("begun")));

        executor.stop(GRACE);

        assertThat(run.standardLog()).content().contains("farewell");
        assertThat(run.exitCode()).hasValue(9);
    }

    private RunningExecutor begun() throws IOException {
        RunningExecutor executor = runtime.start(launch(FOR_EVER));
        await().atMost(LONG_ENOUGH).until(() -> Files.exists(run.path().resolve("begun")));
        return executor;
    }

    private static PodStatus terminated(int code, String reason) {
        return terminated(code, reason, "");
    }

    private static PodStatus terminated(int code, String reason, String message) {
        return new PodStatusBuilder()
                .withPhase("Failed")
                .addNewContainerStatus()
                .withName("executor")
                .withNewState()
                .withNewTerminated()
                .withExitCode(code)
                .withReason(reason)
                .withMessage(message)
                .endTerminated()
                .endState()
                .endContainerStatus()
                .build();
    }

    private Launch launch(String script) {
        return new Launch(run, List.of("/bin/sh", "-c", script), Map.of("PATH", "/usr/bin:/bin"), ExecutorLimits.NONE);
    }

    private static Ending awaitEnding(RunningExecutor executor) throws IOException, InterruptedException {
        while (executor.isRunning()) {
            executor.awaitEnd(LONG_ENOUGH, new CompletableFuture<>());
        }
        return executor.ended(GRACE);
    }
}

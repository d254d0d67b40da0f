package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.Ending;
import io.fateflow.worker.runtime.ExecutorRuntime;
import io.fateflow.worker.runtime.ExecutorRuntimeContract;
import io.fateflow.worker.runtime.RunningExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The port's contract with pods that share no volume with their worker: each sees an empty directory where the worker has its own. */
@Tag("processes")
class PodsWithoutVolumeTest extends ExecutorRuntimeContract {

    private static final String UNTIL_TOLD = "echo begun > begun; while [ ! -e end ]; do sleep 0.05; done; ";

    @TempDir
    private Path files;

    private final TestCluster cluster = new TestCluster();
    private final List<ExecutorRuntime> opened = new ArrayList<>();

    @BeforeAll
    static void podsNeedMountsOfTheirOwn() {
        assumeTrue(TestCluster.hasOwnVolumes(), "skipped: nobody here may unshare mounts, as containers do");
    }

    /** As a worker that restarts: the one before is closed. */
    @Override
    protected ExecutorRuntime runtime() throws IOException {
        return runtime(0);
    }

    @Override
    protected Path seen(Path directory) {
        return cluster.ownVolume("fate-" + directory.getFileName() + "-x").resolve(work.relativize(directory));
    }

    @AfterEach
    void closeAll() {
        opened.forEach(ExecutorRuntime::close);
        // the cluster removes them behind their Jobs
        await().atMost(LONG_ENOUGH).untilAsserted(() -> assertThat(
                        cluster.client().secrets().inAnyNamespace().list().getItems())
                .isEmpty());
        cluster.close();
    }

    @Test
    void aWorkerThatIsAwayAtTheEndHasEverythingWhenItIsBack() throws Exception {
        int port = freePort();
        try (ExecutorRuntime first = runtime(port)) {
            first.start(launchOf("/bin/sh", "-c", UNTIL_TOLD + "echo farewell; echo '{}' > result.json; exit 5"));
            await().atMost(LONG_ENOUGH)
                    .until(() -> Files.exists(seen(run().path()).resolve("begun")));
        }
        Files.createFile(seen(run().path()).resolve("end"));
        await().atMost(LONG_ENOUGH).until(() -> new RunDirectory("", seen(run().path()), run().logs())
                .exitCode()
                .isPresent());
        assertThat(run().result()).doesNotExist();

        Ending ending = awaitEnding(runtime(port).adopt(launchOf("/bin/sh", "-c", "exit 6")));

        assertThat(ending).isEqualTo(new Ending.Exited(5, false));
        assertThat(run().result()).hasContent("{}");
        assertThat(run().standardLog()).hasContent("farewell");
    }

    @Test
    void whatAPodHasMadeAndNotDeliveredIsLostOnceAndNotMadeAgain() throws Exception {
        RunningExecutor executor = runtime()
                .start(launchOf(
                        "/bin/sh",
                        "-c",
                        "echo '{}' > result.json; echo begun > begun; while true; do sleep 0.1; done"));
        await().atMost(LONG_ENOUGH).until(() -> Files.exists(seen(run().path()).resolve("begun")));
        cluster.loseNode();

        assertThat(awaitEnding(executor)).isInstanceOfSatisfying(Ending.Lost.class, lost -> assertThat(lost.why())
                .contains("FFB-5266"));
        assertThat(run().result()).doesNotExist();
        assertThat(runtime().adopt(launchOf("touch", "again")).isRunning()).isFalse();
    }

    @Test
    @Timeout(60)
    void aWorkerThatRestartsResumesNoJobThatSomebodyHasSuspended() throws Exception {
        int port = freePort();
        cluster.startsNoPods();
        try (ExecutorRuntime first = runtime(port)) {
            first.start(launchOf("/bin/sh", "-c", "exit 5"));
            cluster.onlyPod();
            cluster.suspendJobs(true);
            awaitNoPod();
        }
        cluster.addNode();

        RunningExecutor executor = runtime(port).adopt(launchOf("/bin/sh", "-c", "exit 5"));
        assertThat(isSuspended()).isTrue();
        assertThat(executor.isRunning()).isTrue();

        cluster.suspendJobs(false);
        assertThat(awaitEnding(executor)).isEqualTo(new Ending.Exited(5, false));
    }

    @Test
    @Timeout(60)
    void aJobThatAWorkerHadNotLetGoOfWhenItDiedBeginsWithTheNextOne() throws Exception {
        int port = freePort();
        cluster.startsNoPods();
        try (ExecutorRuntime first = runtime(port)) {
            first.start(launchOf("/bin/sh", "-c", "exit 5"));
            cluster.onlyPod();
        }
        cluster.client().batch().v1().jobs().inAnyNamespace().list().getItems().forEach(job -> cluster.client()
                .resource(job)
                .edit(old -> new JobBuilder(old)
                        .editMetadata()
                        .removeFromAnnotations(JobManifest.RELEASED)
                        .endMetadata()
                        .editSpec()
                        .withSuspend(true)
                        .endSpec()
                        .build()));
        awaitNoPod();
        cluster.addNode();

        assertThat(awaitEnding(runtime(port).adopt(launchOf("/bin/sh", "-c", "exit 5"))))
                .isEqualTo(new Ending.Exited(5, false));
    }

    private void awaitNoPod() {
        await().atMost(LONG_ENOUGH).until(() -> cluster.client()
                .pods()
                .inAnyNamespace()
                .list()
                .getItems()
                .isEmpty());
    }

    private boolean isSuspended() {
        return cluster.client().batch().v1().jobs().inAnyNamespace().list().getItems().stream()
                .allMatch(job -> job.getSpec().getSuspend());
    }

    private ExecutorRuntime runtime(int port) throws IOException {
        ExecutorRuntime runtime =
                new KubernetesExecutors(cluster.newClient(), TestSettings.withoutVolume(files, work, port));
        opened.add(runtime);
        return runtime;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Only its pod can tell. */
    @Test
    @Override
    protected void whatCannotBeStartedLeavesNothing() throws Exception {
        assertThat(awaitEnding(runtime().start(launchOf("/no/such/command"))))
                .hasToString("Exited[code=127, killedForMemory=false]");
        assertThat(cluster.client()
                        .batch()
                        .v1()
                        .jobs()
                        .inNamespace(TestCluster.NAMESPACE)
                        .list()
                        .getItems())
                .isEmpty();
    }
}

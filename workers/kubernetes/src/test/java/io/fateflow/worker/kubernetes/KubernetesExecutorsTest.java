package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.runtime.ExecutorRuntime;
import io.fateflow.worker.runtime.ExecutorRuntimeContract;

import static org.assertj.core.api.Assertions.assertThat;

/** The port's contract with pods that are processes of this machine. */
@Tag("processes")
class KubernetesExecutorsTest extends ExecutorRuntimeContract {

    @TempDir
    private Path files;

    private final TestCluster cluster = new TestCluster();
    private final List<ExecutorRuntime> opened = new ArrayList<>();

    @Override
    protected ExecutorRuntime runtime() throws IOException {
        ExecutorRuntime runtime = new KubernetesExecutors(cluster.newClient(), TestSettings.in(files));
        opened.add(runtime);
        return runtime;
    }

    @AfterEach
    void closeAll() {
        opened.forEach(ExecutorRuntime::close);
        cluster.close();
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

    @Test
    void itsNodesTogetherAreWhatItHas() throws Exception {
        assertThat(runtime().resources())
                .hasEntrySatisfying("CPU", cpu -> assertThat(cpu.decimalValue()).isEqualByComparingTo("3.5"))
                .hasEntrySatisfying(
                        "memory", megabytes -> assertThat(megabytes.intValue()).isEqualTo(4096))
                .hasEntrySatisfying("GPU", gpus -> assertThat(gpus.intValue()).isEqualTo(2));
    }
}

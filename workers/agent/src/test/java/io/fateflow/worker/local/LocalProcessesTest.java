package io.fateflow.worker.local;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.fateflow.worker.process.ProcessIdentity;
import io.fateflow.worker.runtime.ExecutorRuntime;
import io.fateflow.worker.runtime.ExecutorRuntimeContract;
import io.fateflow.worker.runtime.Launch;
import io.fateflow.worker.runtime.RunningExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class LocalProcessesTest extends ExecutorRuntimeContract {

    @Override
    protected ExecutorRuntime runtime() {
        return new LocalProcesses();
    }

    @Test
    void aLauncherThatIsPausedIsNotWaitedForWithoutEnd() throws Exception {
        Launch launch = launchOf("/bin/sleep", "1000");
        RunningExecutor executor = new LocalProcesses(Duration.ofMillis(200)).start(launch);
        await().until(() -> launch.run().executor().isPresent());
        ProcessIdentity launcher = launch.run().launcher().orElseThrow();
        ProcessIdentity started = launch.run().executor().orElseThrow();
        signal("STOP", launcher);
        try {
            assertThatThrownBy(() -> executor.stop(Duration.ofSeconds(5)))
                    .hasMessageContaining("does not end: process " + launcher.pid());
            assertThat(started.isAlive()).isFalse();
        } finally {
            signal("CONT", launcher);
        }
        await().until(() -> !launcher.isAlive());
        executor.stop(Duration.ofSeconds(5));
        assertThat(executor.isRunning()).isFalse();
    }

    private static void signal(String name, ProcessIdentity process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-s", name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }
}

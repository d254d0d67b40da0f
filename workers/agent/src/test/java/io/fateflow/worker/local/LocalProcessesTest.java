package io.fateflow.worker.local;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import io.fateflow.worker.api.RunFiles;
import io.fateflow.worker.process.ProcessIdentity;
import io.fateflow.worker.process.ProcessMarks;
import io.fateflow.worker.run.RunDirectory;
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

    /** It makes its file, and writes there what it has started, one after the other; a machine that is busy does something else in between. */
    @Test
    void whatItsLauncherIsJustAboutToStartIsEndedToo() throws Exception {
        RunDirectory run = launchOf("/bin/sleep", "1000").run();
        Path file = Files.createFile(Files.createDirectories(run.path()).resolve(RunFiles.LAUNCH));
        Process launcher = new ProcessBuilder("/bin/sh", "-c", "read -r go; setsid sleep 1000 & echo $!; wait").start();
        RunningExecutor executor = new LocalExecutor(run, launcher, new ProcessMarks(), Duration.ofSeconds(20));
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        Thread stopping = new Thread(() -> {
            try {
                executor.stop(Duration.ofSeconds(5));
                stopped.complete(null);
            } catch (IOException | InterruptedException e) {
                stopped.completeExceptionally(e);
            }
        });
        stopping.start();
        await().until(() -> stopping.getState() == Thread.State.TIMED_WAITING);

        try (BufferedWriter go = launcher.outputWriter();
                BufferedReader said = launcher.inputReader()) {
            go.write("go\n");
            go.flush();
            long pid = Long.parseLong(said.readLine());
            Files.writeString(file, "launcher %s%nexecutor %s%n".formatted(identity(launcher.pid()), identity(pid)));

            assertThat(stopped).succeedsWithin(Duration.ofSeconds(10));
            assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        } finally {
            launcher.descendants().forEach(ProcessHandle::destroyForcibly);
            launcher.destroyForcibly();
        }
        stopping.join();
    }

    /** Of a process that was started just now, when its number was no other's. */
    private static String identity(long pid) {
        String boot = ProcessIdentity.own().bootId();
        return new ProcessIdentity(pid, 0, boot).text();
    }

    private static void signal(String name, ProcessIdentity process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-s", name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }
}

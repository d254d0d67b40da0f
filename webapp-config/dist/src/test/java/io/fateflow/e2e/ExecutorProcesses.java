package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Executors and their launchers: they run in directories of their own, whoever their parent is by now. */
record ExecutorProcesses(Path home) {

    List<ProcessHandle> alive() {
        return ProcessHandle.allProcesses()
                .filter(process -> directory(process).startsWith(home.resolve("jobs")))
                .toList();
    }

    boolean isOf(ProcessHandle process, String jobId) {
        return directory(process).startsWith(home.resolve("jobs").resolve(jobId));
    }

    /** Kills all executors of a job, and the launchers that would write down how they ended. */
    void kill(String jobId, boolean launchers) {
        alive().stream()
                .filter(process -> isOf(process, jobId))
                .filter(process -> launchers || !isLauncher(process))
                .forEach(ProcessHandle::destroyForcibly);
    }

    private static boolean isLauncher(ProcessHandle process) {
        return process.info().commandLine().orElse("").contains("fate-flow-launcher");
    }

    void assertNoneIsLeft() {
        await("no executor is left").atMost(Duration.ofSeconds(10)).until(() -> alive().isEmpty());
    }

    void assertSomeAreAlive() {
        assertThat(alive()).isNotEmpty();
    }

    /** In case a test has failed: nothing outlives it. */
    void killAll() {
        alive().forEach(ProcessHandle::destroyForcibly);
    }

    private static Path directory(ProcessHandle process) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"));
        } catch (IOException endedOrNotOurs) {
            return Path.of("/");
        }
    }
}

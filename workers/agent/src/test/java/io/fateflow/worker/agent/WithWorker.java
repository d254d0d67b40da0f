package io.fateflow.worker.agent;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.agent.testing.FakeServer;
import io.fateflow.worker.agent.testing.LeakCheck;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.run.RunDirectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A worker with a server that is none, and what tests ask of both; no process may be left behind. */
@ExtendWith(LeakCheck.class)
abstract class WithWorker {

    private static final URI SERVER = URI.create("http://127.0.0.1:9380");
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path work;

    final FakeServer server = new FakeServer();
    private @Nullable Worker started;

    @AfterEach
    void close() {
        if (started != null) {
            started.stopExecutorsAndClose();
        }
    }

    final void start(CommandTemplate command) throws IOException {
        start(new Worker(server, settings(command)));
    }

    final void start(Worker worker) throws IOException {
        started = worker;
        worker.start();
    }

    final Worker worker() {
        return Objects.requireNonNull(started, "no worker was started");
    }

    final WorkerSettings settings(CommandTemplate command) {
        return WorkerSettings.of("test", work, 3, SERVER)
                .withCommands(Map.of(WorkerSettings.ANY_MODULE, command))
                .withTimes(Duration.ofMillis(50), Duration.ofMillis(300));
    }

    final ExecutorReport reportOf(ExecutorTask task) {
        server.submit(task);
        // a shell that fills its memory takes its time on a machine that is busy
        await().atMost(PATIENCE).until(() -> server.reports().containsKey(task.id()));
        return server.report(task);
    }

    static void killAllOf(Path launch) throws IOException {
        for (String line : Files.readAllLines(launch)) {
            ProcessHandle.of(Long.parseLong(line.split(" ", -1)[1])).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    final void awaitPid(ExecutorTask task) {
        await().until(() -> server.heartbeats().getOrDefault(task.id(), 0L) > 0);
    }

    final Path onlyRun() throws IOException {
        try (Stream<Path> files = Files.find(
                work.resolve("jobs"), 10, (path, attributes) -> path.endsWith("task_executor/" + path.getFileName()))) {
            List<Path> runs = files.toList();
            assertThat(runs).hasSize(1);
            return runs.get(0);
        }
    }

    /** Whether the only executor has ended, whoever was there to see. */
    final boolean hasEnded() throws IOException {
        Path run = onlyRun();
        return new RunDirectory(run.getFileName().toString(), run, run)
                .exitCode()
                .isPresent();
    }

    static CommandTemplate shell(String script) {
        return CommandTemplate.plain("sh", "-c", script);
    }
}

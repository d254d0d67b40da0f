package io.fateflow.worker.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.agent.Worker;
import io.fateflow.worker.agent.WorkerSettings;
import io.fateflow.worker.agent.testing.FakeServer;
import io.fateflow.worker.agent.testing.LeakCheck;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.testing.ExchangeServer;

import static io.fateflow.worker.agent.testing.TaskBuilder.aTask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The built-in executor, when it has waited for its attempt. */
@ExtendWith(LeakCheck.class)
class StartedAheadEndToEndTest {

    private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);
    private static final Pattern GIVEN = Pattern.compile("(\\d+) ms after it was given to an executor that waited");

    @TempDir
    private Path work;

    private final FakeServer server = new FakeServer();
    private ExchangeServer exchange;
    private Worker worker;

    @BeforeEach
    void start() throws IOException {
        exchange = new ExchangeServer();
        worker = new Worker(
                server,
                WorkerSettings.of("e2e", work, 4, exchange.url()).withReadyExecutors(1),
                new LocalProcesses(new SpareRoom() {
                    @Override
                    public boolean hasCore() {
                        return true;
                    }

                    @Override
                    public boolean hasMemory() {
                        return true;
                    }
                }));
        worker.start();
        await().atMost(LONG_ENOUGH).until(worker::hasClassArchive);
    }

    @AfterEach
    void close() throws IOException {
        worker.stopExecutorsAndClose();
        exchange.close();
        assertThat(work.resolve("ahead")).isEmptyDirectory();
    }

    @Test
    void anExecutorThatHasWaitedRunsAnAttemptAsAnyOther() throws IOException {
        ExecutorReport cold = reportOf(reader("a"));
        await().atMost(LONG_ENOUGH).until(this::oneWaits);

        ExecutorTask task = reader("b");
        ExecutorReport report = reportOf(task);

        assertThat(report.errorReport()).contains("can not found table name: t namespace: n");
        assertThat(report.exitCode()).isZero();
        List<String> command = report.command();
        assertThat(command).hasSameSizeAs(cold.command()).contains("--job_id", task.jobId());
        assertThat(report.peakMemoryBytes()).isPositive();
        assertThat(report.cpuMillis()).isPositive();
        Matcher given = GIVEN.matcher(infoLog(task));
        assertThat(given.find()).isTrue();
        System.out.printf("an executor that has waited: %s ms to the component%n", given.group(1));
    }

    private boolean oneWaits() throws IOException {
        Path ahead = work.resolve("ahead");
        if (!Files.isDirectory(ahead)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(ahead, 2)) {
            return files.anyMatch(file -> file.endsWith("ready"));
        }
    }

    private static ExecutorTask reader(String component) {
        return aTask().of("Reader", "{\"table\":{\"namespace\":\"n\",\"name\":\"t\"}}")
                .named(component)
                .build();
    }

    private ExecutorReport reportOf(ExecutorTask task) {
        server.submit(task);
        await().atMost(LONG_ENOUGH).until(() -> server.reports().containsKey(task.id()));
        return server.report(task);
    }

    private String infoLog(ExecutorTask task) throws IOException {
        try (Stream<Path> files = Files.walk(work.resolve("logs"))) {
            Path log = files.filter(file ->
                            file.endsWith(Path.of(task.role(), task.partyId(), task.componentName(), "INFO.log")))
                    .findFirst()
                    .orElseThrow();
            return Files.readString(log);
        }
    }
}

package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.agent.testing.FakeServer;
import io.fateflow.worker.agent.testing.LeakCheck;
import io.fateflow.worker.agent.testing.TaskBuilder;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.testing.ExchangeServer;

import static io.fateflow.worker.agent.testing.TaskBuilder.aTask;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The built-in executor in real processes. */
@ExtendWith(LeakCheck.class)
class ExecutorEndToEndTest {

    private static final Pattern START = Pattern.compile("(\\d+) ms after its process");

    @TempDir
    Path work;

    private final FakeServer server = new FakeServer();
    private ExchangeServer exchange;
    private Worker worker;

    @BeforeEach
    void start() throws IOException {
        exchange = new ExchangeServer();
        worker = new Worker(server, WorkerSettings.of("e2e", work, 4, exchange.url()));
        worker.start();
    }

    @AfterEach
    void close() throws IOException {
        worker.stopExecutorsAndClose();
        exchange.close();
        try (Stream<Path> files = Files.walk(work)) {
            assertThat(files.map(Path::toString))
                    .noneMatch(file -> file.endsWith(".tmp") || file.contains("warm-up") || file.contains("/held/"));
        }
    }

    @Test
    void guestAndHostAddUpWithoutShowingTheirValues() throws IOException {
        ExecutorTask guest = add("guest", "9999", 50);
        ExecutorTask host = add("host", "10000", 50);
        server.submit(guest);
        server.submit(host);

        assertThat(reportOf(host).errorReport()).isEmpty();
        assertThat(reportOf(guest).status()).isEqualTo("success");
        assertThat(infoLog(guest))
                .contains("Secure Add Result is 100.0000")
                .contains("host sum is")
                .contains("guest sum is");
    }

    @Test
    void aJvmIsMadeForWhatItsAttemptWasGiven() throws IOException {
        ExecutorTask host = add("host", "10000", 50);
        ExecutorTask guest = new TaskBuilder()
                .of("SecureAddExample", "{\"data_num\":50,\"partition\":1,\"seed\":null}")
                .withToken("guest:9999")
                .given("{\"memory\":{\"amount\":512},\"CPU\":{\"amount\":2}}")
                .build();
        server.submit(host);
        server.submit(guest);

        ExecutorReport report = reportOf(guest);

        assertThat(report.errorReport()).isEmpty();
        assertThat(report.command()).contains("-Xmx268435456", "-XX:ActiveProcessorCount=2");
        assertThat(report.peakMemoryBytes()).isPositive();
        assertThat(report.cpuMillis()).isPositive();
        assertThat(reportOf(host).command()).contains("-Xmx1g").noneMatch(word -> word.contains("ActiveProcessor"));
    }

    @Test
    void aHostWithFewerRowsMakesTheGuestFail() {
        ExecutorTask guest = add("guest", "9999", 50);
        ExecutorTask host = add("host", "10000", 49);
        server.submit(guest);
        server.submit(host);

        ExecutorReport report = reportOf(guest);

        assertThat(report.status()).isEqualTo("failed");
        assertThat(report.exitCode()).isZero();
        assertThat(report.errorReport()).contains("98.0000", "100.0000", "data_num");
    }

    @Test
    void aWrongParameterIsAnEndThatNoOtherAttemptWouldHelp() {
        ExecutorTask task = add("guest", "9999", 0);
        server.submit(task);

        ExecutorReport report = reportOf(task);

        assertThat(report.exitReason()).isEqualTo("invalid_input");
        assertThat(report.errorReport()).contains("data_num must be a whole number from 1", "it was not tried again");
    }

    @Test
    void aPeersFailureIsTheErrorOfWhoWaitsForIt() {
        exchange.endTasks("host 10000 failed: no such table");
        ExecutorTask guest = add("guest", "9999", 5);
        server.submit(guest);

        assertThat(reportOf(guest).errorReport()).contains("host 10000 failed: no such table");
    }

    @Test
    void whatWasUploadedCanBeRead() throws IOException {
        Path csv = Files.writeString(work.resolve("a.csv"), "id,x0,x1\na,1,2\nb,3,4\na,5,6\n");
        ExecutorTask upload = aTask().of(
                        "Upload",
                        "{\"file\":\"" + csv
                                + "\",\"namespace\":\"exp\",\"name\":\"t\",\"partition\":4,\"bad_rows\":\"warn\"}")
                .at("local", "0")
                .mayUploadFrom(work)
                .build();
        server.submit(upload);
        JsonNode uploaded = requireNonNull(reportOf(upload).result());
        ExecutorTask reader = aTask().of("Reader", "{\"table\":{\"namespace\":\"exp\",\"name\":\"t\"}}")
                .build();
        server.submit(reader);

        ExecutorReport report = reportOf(reader);

        assertThat(uploaded.at("/tables/0/count").asLong()).isEqualTo(2);
        assertThat(uploaded.at("/metrics/0/data/0/1").asLong()).isEqualTo(2);
        assertThat(report.status()).as(report.errorReport()).isEqualTo("success");
        JsonNode result = requireNonNull(report.result());
        assertThat(result.at("/outputs/0/data_name").asText()).isEqualTo("data");
        assertThat(result.at("/outputs/0/table_namespace").asText()).isEqualTo("output_data_" + reader.taskId() + "_0");
        assertThat(report.result().at("/tables/0/part_of_data").toString())
                .isEqualTo("[[\"b\",\"3,4\"],[\"a\",\"5,6\"]]");
        assertThat(report.result().at("/metrics/0/metas/anonymous_info/x1").asText())
                .isEqualTo("guest_9999_x1");
        assertThat(report.peakMemoryBytes()).isGreaterThan(1 << 20);
        assertThat(report.cpuMillis()).isPositive();
    }

    @Test
    void aMissingTableIsNamed() {
        ExecutorTask reader = aTask().of("Reader", "{\"table\":{\"namespace\":\"n1\",\"name\":\"t1\"}}")
                .build();
        server.submit(reader);

        assertThat(reportOf(reader).errorReport()).contains("can not found table name: t1 namespace: n1");
    }

    @Test
    void anUnknownModuleIsAClearError() {
        ExecutorTask task = aTask().of("NoSuchModule", "{}").build();
        server.submit(task);

        assertThat(reportOf(task).errorReport()).contains("NoSuchModule", "Reader", "configure a command");
    }

    @Test
    void aComponentThatNeedNotRunPasses() {
        ExecutorTask task = aTask().of("Reader", "{\"need_run\":false}").build();
        server.submit(task);

        assertThat(reportOf(task).status()).isEqualTo("pass");
    }

    @Test
    void tellsHowFastAnExecutorStarts() throws IOException {
        await().atMost(Duration.ofSeconds(30)).until(worker::hasClassArchive);
        ExecutorTask task = aTask().of("Reader", "{\"table\":{\"namespace\":\"n\",\"name\":\"t\"}}")
                .build();
        long start = System.nanoTime();
        server.submit(task);
        reportOf(task);
        long whole = Duration.ofNanos(System.nanoTime() - start).toMillis();

        Matcher startup = START.matcher(infoLog(task));

        assertThat(startup.find()).isTrue();
        System.out.printf("executor start: %s ms to the component, %d ms to the report%n", startup.group(1), whole);
    }

    private static ExecutorTask add(String role, String party, int rows) {
        return new TaskBuilder()
                .of("SecureAddExample", "{\"data_num\":" + rows + ",\"partition\":1,\"seed\":null}")
                .at(role, party)
                .withToken(role + ":" + party)
                .build();
    }

    private ExecutorReport reportOf(ExecutorTask task) {
        await().atMost(Duration.ofSeconds(30)).until(() -> server.reports().containsKey(task.id()));
        return server.report(task);
    }

    private String infoLog(ExecutorTask task) throws IOException {
        try (Stream<Path> files = Files.walk(work.resolve("logs"))) {
            List<Path> logs = files.filter(file ->
                            file.endsWith(Path.of(task.role(), task.partyId(), task.componentName(), "INFO.log")))
                    .toList();
            return Files.readString(logs.get(0));
        }
    }
}

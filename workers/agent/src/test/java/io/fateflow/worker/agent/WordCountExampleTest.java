package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
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
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;
import io.fateflow.worker.testing.ExchangeServer;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Components in other languages, in real processes; first the example of the component guide, as it stands there. */
@ExtendWith(LeakCheck.class)
class WordCountExampleTest {

    private static final Path SCRIPT = Path.of("../../docs/examples/word-count/word-count.sh")
            .toAbsolutePath()
            .normalize();

    @TempDir
    Path work;

    private final FakeServer server = new FakeServer();
    private ExchangeServer exchange;
    private TableStore tables;
    private @Nullable Worker worker;

    @BeforeEach
    void open() throws IOException {
        exchange = new ExchangeServer();
        tables = new TableStore(work.resolve("tables"));
        try (TableWriter writer = tables.create(
                new TableName("examples", "reviews"), TableSchema.of("id", List.of("stars", "review"), 1))) {
            writer.add(new Row("r1", List.of("5", "The room was quiet, the bed was good")));
            writer.add(new Row("r2", List.of("2", "The \"bed\", the bath, the noise")));
            writer.add(new Row("r3", List.of("4", "Good food and a good view")));
            writer.commit();
        }
    }

    @AfterEach
    void close() throws IOException {
        if (worker != null) {
            worker.stopExecutorsAndClose();
        }
        exchange.close();
    }

    @Test
    void theExampleCountsTheWordsOfItsInput() throws IOException {
        ExecutorReport report = run(CommandTemplate.csv("sh", SCRIPT.toString()), "{\"min_length\":3}");

        assertThat(report.status()).as(report.errorReport()).isEqualTo("success");
        assertThat(rows(report).subList(0, 4)).containsExactly("the,5", "good,3", "bed,2", "was,2");
        assertThat(requireNonNull(report.result()).at("/metrics/0/data").toString())
                .isEqualTo("[[\"rows\",3],[\"words\",19],[\"different\",11]]");
        assertThat(report.result().at("/summary/most_frequent").asText()).isEqualTo("the");
        assertThat(report.result().at("/tables/0/schema/sid").asText()).isEqualTo("word");
    }

    @Test
    void anExampleWithoutInputSaysWhatItNeeds() throws IOException {
        ExecutorReport report = runTask(
                CommandTemplate.csv("sh", SCRIPT.toString()),
                new TaskBuilder().of("WordCount", "{}").build());

        assertThat(report.status()).isEqualTo("failed");
        assertThat(report.errorReport()).contains("exit code 1", "WordCount needs a table");
    }

    @Test
    void aProgramNeedsNoJson() throws IOException {
        ExecutorReport report = run(shell("cp input-0.csv output-0.csv"), "{}");

        assertThat(rows(report)).hasSize(3).contains("r2,2,The \"bed\", the bath, the noise");
    }

    @Test
    void aDeclaredInputWithoutATableIsNamedInTheConfigAndHasNoFile() throws IOException {
        ExecutorReport report = runTask(
                shell("cat config.json; cp input-0.csv output-0.csv"),
                new TaskBuilder()
                        .of("WordCount", "{}")
                        .withInputBehindAnAbsentOne("examples", "reviews")
                        .build());

        assertThat(report.status()).as(report.errorReport()).isEqualTo("success");
        assertThat(rows(report)).hasSize(3);
        assertThat(Files.readString(standardLog()))
                .contains("{\"component\":\"absent_0\",\"output\":\"data\",\"name\":null,\"namespace\":null}")
                .containsPattern("\"name\":\"reviews\",\"file\":\"[^\"]*/input-0.csv\"");
    }

    @Test
    void aProgramWithArgumentsGetsFatesArgumentsWithItsOwnFiles() throws IOException {
        ExecutorReport report = run(
                new CommandTemplate(
                        List.of("sh", "-c", "echo id,argument; for a; do n=$((${n:-0}+1)); echo \"$n,$a\"; done", "x"),
                        true,
                        true,
                        Map.of()),
                "{}");

        assertThat(report.status()).as(report.errorReport()).isEqualTo("success");
        assertThat(Files.readString(standardLog())).contains("--config").contains("/program/config.json");
    }

    @Test
    void aProgramThatFailsIsQuotedWithoutItsToken() throws IOException {
        ExecutorReport report = run(shell("cat config.json; echo out of luck >&2; exit 3"), "{}");

        assertThat(report.status()).isEqualTo("failed");
        assertThat(report.errorReport())
                .contains("the program of WordCount ended with exit code 3", "out of luck", "***")
                .doesNotContain("very-secret");
    }

    @Test
    void anOutputThatIsNoTableIsNamedByFileAndLine() throws IOException {
        assertThat(run(shell("printf 'id,a\\n1,2\\n3\\n' >output-0.csv"), "{}").errorReport())
                .contains("output-0.csv line 3 has 1 columns, the first line has 2");
    }

    @Test
    void anIdThatIsThereTwiceIsRefused() throws IOException {
        assertThat(run(shell("printf 'id,a\\n1,2\\n1,3\\n' >output-0.csv"), "{}")
                        .errorReport())
                .contains("output-0.csv line 3 has the id of an earlier line");
    }

    @Test
    void aProgramMayPassOrFailByItsResult() throws IOException {
        assertThat(run(shell("echo '{\"status\":\"pass\"}' >result.json"), "{}").status())
                .isEqualTo("pass");
    }

    @Test
    void aProgramSaysWhyItFailed() throws IOException {
        ExecutorReport report =
                run(shell("echo '{\"status\":\"failed\",\"error_report\":\"no luck\"}' >result.json"), "{}");

        assertThat(report.status()).isEqualTo("failed");
        assertThat(report.errorReport()).contains("no luck");
    }

    private static CommandTemplate shell(String script) {
        return CommandTemplate.csv("sh", "-c", script);
    }

    private ExecutorReport run(CommandTemplate command, String parameters) throws IOException {
        return runTask(
                command,
                new TaskBuilder()
                        .of("WordCount", parameters)
                        .withInput("examples", "reviews")
                        .withToken("very-secret")
                        .build());
    }

    private ExecutorReport runTask(CommandTemplate command, ExecutorTask task) throws IOException {
        Worker started = new Worker(
                server,
                WorkerSettings.of("example", work, 2, exchange.url())
                        .withCommands(Map.of(
                                WorkerSettings.ANY_MODULE, CommandTemplate.plain("false"), "WordCount", command)));
        worker = started;
        started.start();
        server.submit(task);
        await().atMost(Duration.ofSeconds(30)).until(() -> server.reports().containsKey(task.id()));
        return server.report(task);
    }

    private List<String> rows(ExecutorReport report) throws IOException {
        JsonNode output = requireNonNull(report.result()).at("/outputs/0");
        List<String> rows = new ArrayList<>();
        try (TableReader reader = tables.open(new TableName(
                output.path("table_namespace").asText(),
                output.path("table_name").asText()))) {
            reader.next().forEach(row -> rows.add(row.id() + "," + String.join(",", row.values())));
        }
        return rows;
    }

    private Path standardLog() throws IOException {
        try (var files = Files.walk(work.resolve("logs"))) {
            return files.filter(file -> file.toString().endsWith("_std.log"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}

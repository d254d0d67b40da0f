package io.fateflow.worker.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

import io.fateflow.worker.agent.CommandTemplate;
import io.fateflow.worker.agent.WorkerSettings;
import io.fateflow.worker.local.ConfinementCheck;
import io.fateflow.worker.local.LocalProcesses;
import io.fateflow.worker.provider.FateProvider;
import io.fateflow.worker.run.UserIds;
import io.fateflow.worker.runtime.Confinement;
import io.fateflow.worker.submit.SparkHome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class WorkerCommandTest {

    @TempDir
    Path directory;

    @Test
    void readsItsSettings() throws IOException {
        WorkerCommand command = parse(
                "--server",
                "https://fate.example:9380",
                "--user",
                "u",
                "--slots",
                "3",
                "--work-dir",
                directory.toString(),
                "--worker-id",
                "w");

        WorkerSettings settings = command.settings();

        assertThat(settings.maxExecutors()).isEqualTo(3);
        assertThat(settings.workerId()).isEqualTo("w");
        assertThat(settings.tableStore()).isEqualTo(directory.resolve("tables"));
    }

    @Test
    void aPasswordFileThatIsNotThereIsNamedWithItsOption() {
        WorkerCommand command = parse(
                "--server",
                "https://fate.example:9380",
                "--user",
                "u",
                "--password-file",
                directory.resolve("none").toString());

        assertThatThrownBy(command::call)
                .isInstanceOf(CommandLine.ParameterException.class)
                .hasMessage("--password-file: there is no file " + directory.resolve("none"));
    }

    @Test
    void sharesNoFolderIfItIsToldSo() throws IOException {
        String[] server = {"--server", "https://fate.example:9380", "--user", "u"};

        assertThat(parse(server).settings().fileCache()).isZero();
        assertThat(parse(with(server, "--no-shared-folder")).settings().fileCache())
                .isEqualTo(20L << 30);
        assertThat(parse(with(server, "--no-shared-folder", "--file-cache", "500M"))
                        .settings()
                        .fileCache())
                .isEqualTo(500L << 20);
        assertThatThrownBy(() -> parse(with(server, "--no-shared-folder", "--tables", "/t"))
                        .settings())
                .hasMessageContaining("exclude each other");
        assertThat(parse(with(server, "--no-shared-folder", "--file-cache", "0"))
                        .settings()
                        .fileCache())
                .as("nothing has room, and the folder is not shared")
                .isOne();
        assertThatThrownBy(() -> parse(with(server, "--no-shared-folder", "--file-cache", "much"))
                        .settings())
                .hasMessageContaining("--file-cache is a size");
    }

    @Test
    void sparkIsSetWithAllThatItNeeds() throws IOException {
        String[] spark = {
            "--server",
            "https://a.example",
            "--user",
            "u",
            "--spark-home",
            "/opt/spark",
            "--spark-master",
            "spark://a.example:7077,b.example:7077",
            "--spark-application",
            "/opt/fate-flow-bpm-spark.jar",
            "--spark-cores",
            "8",
            "--spark-memory",
            "16g"
        };

        assertThat(parse(spark).settings().spark())
                .isEqualTo(new SparkHome(
                        Path.of("/opt/spark"),
                        "spark://a.example:7077,b.example:7077",
                        Path.of("/opt/fate-flow-bpm-spark.jar"),
                        "127.0.0.1",
                        8,
                        16 * 1024));
        assertThatThrownBy(() -> parse(with(spark, "--runtime", "kubernetes")).settings())
                .hasMessageContaining("--runtime local");
        assertThatThrownBy(() -> parse(with(spark, "--no-shared-folder")).settings())
                .hasMessageContainingAll("FFB-2061", "without a shared folder");
    }

    @Test
    void executorsHaveUsersOfTheirOwnIfItIsSaidAndNothingStandsAgainstIt() throws IOException {
        String[] server = {"--server", "https://fate.example:9380", "--user", "u"};
        String[] users = with(server, "--no-shared-folder", "--executor-users", "200000-200007");

        assertThat(parse(with(server, "--no-shared-folder")).settings().confinement())
                .isEmpty();
        assertThat(parse(users).settings().confinement())
                .contains(new Confinement(new UserIds(200_000, 200_007), true));
        assertThat(parse(with(users, "--executor-network", "open")).settings().confinement())
                .contains(new Confinement(new UserIds(200_000, 200_007), false));
        assertThatThrownBy(() ->
                        parse(with(server, "--executor-users", "200000-200007")).settings())
                .hasMessageContaining("needs --no-shared-folder");
        assertThatThrownBy(() -> parse(with(users, "--slots", "8")).settings())
                .hasMessageContaining("8 executors at once need more than 8 ids");
        assertThatThrownBy(() -> parse(with(users, "--ready-executors", "1")).settings())
                .hasMessageContaining("none of its executors is started ahead");
        assertThatThrownBy(
                        () -> parse(with(users, "--executor-network", "some")).settings())
                .hasMessageContaining("exchange or open, not some");
        for (String wrong : List.of("0-8", "1000-2000", "200007-200000", "nobody", "200000")) {
            assertThatThrownBy(() -> parse(with(server, "--no-shared-folder", "--executor-users", wrong))
                            .settings())
                    .as(wrong)
                    .hasMessageContaining("user ids are a range");
        }
    }

    @Test
    void aWorkDirectoryBelowWhatEachExecutorHasForItselfIsRefused() throws IOException {
        assertThat(new ConfinementCheck(Path.of("/tmp/work"), new Confinement(new UserIds(200_000, 200_007), true))
                        .missing())
                .singleElement()
                .asString()
                .contains("/tmp/work is below /tmp", "--work-dir");
    }

    private static String[] with(String[] first, String... more) {
        return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void aSiteMayHaveSeveralServersAndEachHasToBeSafe() throws IOException {
        assertThat(parse("--server", "https://a.example,https://b.example", "--user", "u")
                        .settings()
                        .servers())
                .containsExactly(URI.create("https://a.example"), URI.create("https://b.example"));
        assertThatThrownBy(() -> parse("--server", "https://a.example", "--server", "http://192.0.2.1", "--user", "u")
                        .settings())
                .hasMessageContaining("--insecure");
    }

    @Test
    void runsProgramsAsAServersOwnWorkerDoes() throws IOException {
        Path file = Files.writeString(directory.resolve("commands.yaml"), """
                WordCount:
                  command: [sh, /opt/word-count.sh]
                  csv-tables: true
                  environment: {LANG: C}
                "*": {command: [other], pass-arguments: false}
                """);

        WorkerSettings settings = withCommands(file).settings();

        assertThat(settings.commands())
                .containsEntry(
                        "WordCount",
                        new CommandTemplate(List.of("sh", "/opt/word-count.sh"), true, true, Map.of("LANG", "C")))
                .containsEntry("*", CommandTemplate.plain("other"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A: {command: [x]}\\nB: {comand: [y]}|line 2: Unrecognized field \"comand\"",
                "A: {command: [}|line 1",
                "A: {}|A: an executor command needs a program",
                "A:|A has no command"
            })
    void whatCantBeUnderstoodInCommandsIsNamed(String text, String what) throws IOException {
        Path file = Files.writeString(directory.resolve("commands.yaml"), text.replace("\\n", "\n"));

        assertThatThrownBy(() -> withCommands(file).settings())
                .isInstanceOf(CommandLine.ParameterException.class)
                .hasMessageContainingAll("--commands", "commands.yaml", what);
    }

    @Test
    void commandsThatAreNotThereAreNamed() throws IOException {
        WorkerCommand command = withCommands(directory.resolve("none.yaml"));

        assertThatThrownBy(command::settings).hasMessageContaining("--commands: there is no file");
    }

    @Test
    void runsFateInstallationsAsAServersOwnWorkerDoes() throws IOException {
        Path file = Files.writeString(directory.resolve("providers.yaml"), """
                - name: fate@1.11.4
                  home: /opt/fate/python
                  python: /opt/fate/venv/bin/python3
                  modules: [FTL]
                  environment: {PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION: python}
                  partners: [10000, 10001]
                  engine-base: /opt/fate
                """);

        assertThat(withProviders(file).settings().providers())
                .containsExactly(new FateProvider(
                        "fate@1.11.4",
                        Path.of("/opt/fate/python"),
                        "/opt/fate/venv/bin/python3",
                        Map.of(
                                "PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION", "python",
                                "FATE_ENGINE_PARTIES", "10000,10001",
                                "FATE_ENGINE_BASE", "/opt/fate")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "- {name: fate@1, home: /f, pyton: x}|Unrecognized field \"pyton\"",
                "- {name: fate@1}|fate@1 has no home",
                "- {home: /f}|FFB-2054",
                "- {name: fate@1, home: /f, partners: [1]}|fate@1 has partners and no engine-base: name the directory",
                "- {name: fate@1, home: /f}\\n- {name: fate@1, home: /g}|FFB-2054 two providers"
            })
    void whatCantBeUnderstoodInProvidersIsNamed(String text, String what) throws IOException {
        Path file = Files.writeString(directory.resolve("providers.yaml"), text.replace("\\n", "\n"));

        assertThatThrownBy(() -> withProviders(file).settings()).hasMessageContaining(what);
    }

    private static WorkerCommand withProviders(Path file) {
        return parse("--server", "https://a.example", "--user", "u", "--providers", file.toString());
    }

    private static WorkerCommand withCommands(Path file) {
        return parse("--server", "https://a.example", "--user", "u", "--commands", file.toString());
    }

    @Test
    void thePasswordComesFromAFileOrTheEnvironment() throws IOException {
        Path file = Files.writeString(directory.resolve("p"), "from-file\n");

        assertThat(parse("--server", "http://127.0.0.1:1", "--user", "u", "--password-file", file.toString())
                        .password())
                .isEqualTo("from-file");
        assertThat(parse("--server", "http://127.0.0.1:1", "--user", "u").password())
                .isEqualTo("from-environment");
    }

    @Test
    void plainHttpToAnotherMachineHasToBeAskedFor() {
        StringWriter errors = new StringWriter();

        int exitCode = new CommandLine(new WorkerCommand(Map.of("FATE_FLOW_PASSWORD", "hush")))
                .setErr(new PrintWriter(errors))
                .execute("--server", "http://192.0.2.1:9380", "--user", "u", "--work-dir", directory.toString());

        assertThat(exitCode).isEqualTo(2);
        assertThat(errors.toString()).contains("--insecure").doesNotContain("hush");
    }

    @Test
    void executorsAreProcessesUnlessARuntimeIsNamedThatThereIs() throws IOException {
        assertThat(parse("--server", "http://127.0.0.1:1", "--user", "u").runtime())
                .isInstanceOf(LocalProcesses.class);
        assertThatThrownBy(parse("--server", "http://127.0.0.1:1", "--user", "u", "--runtime", "mesos")::runtime)
                .hasMessageContaining("--runtime: there is no mesos, only local");
    }

    private static WorkerCommand parse(String... arguments) {
        WorkerCommand command = new WorkerCommand(Map.of("FATE_FLOW_PASSWORD", "from-environment"));
        new CommandLine(command).parseArgs(arguments);
        return command;
    }
}

package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import io.fateflow.worker.cli.WorkerCommand;

import static org.assertj.core.api.Assertions.assertThat;

/** The command {@code worker} finds this runtime, and says what it lacks. */
class KubernetesOfTheCommandTest {

    @TempDir
    private Path directory;

    @Test
    void itsSettingsHaveToBeGiven() throws Exception {
        assertThat(errors("--runtime", "kubernetes")).contains("--runtime kubernetes needs its settings");
    }

    @Test
    void aFileThatIsNotThereIsNamed() throws Exception {
        assertThat(errors("--runtime", "kubernetes", "--runtime-settings", "/no/such.yaml"))
                .contains("--runtime-settings: there is no file /no/such.yaml");
    }

    @Test
    void whatIsWrongInTheFileIsNamed() throws Exception {
        Path file = TestSettings.file(directory, "namespace: a");

        assertThat(errors("--runtime", "kubernetes", "--runtime-settings", file.toString()))
                .contains("template is missing");
    }

    @Test
    void withoutASharedVolumeItNeedsTablesFromTheServer() throws Exception {
        TestSettings.withoutVolume(directory, directory);
        Path file = directory.resolve("kubernetes.yaml");

        assertThat(errors("--runtime", "kubernetes", "--runtime-settings", file.toString()))
                .contains("FFB-5267", "--no-shared-folder");
    }

    private String errors(String... runtime) throws IOException {
        StringWriter errors = new StringWriter();
        Path password = Files.writeString(directory.resolve("password"), "x");
        List<String> arguments = new ArrayList<>(
                List.of("--server", "http://127.0.0.1:1", "--user", "u", "--work-dir", directory.toString()));
        arguments.addAll(List.of("--password-file", password.toString()));
        arguments.addAll(List.of(runtime));

        int exitCode = new CommandLine(new WorkerCommand())
                .setErr(new PrintWriter(errors))
                .execute(arguments.toArray(String[]::new));

        assertThat(exitCode).isEqualTo(2);
        return errors.toString();
    }
}

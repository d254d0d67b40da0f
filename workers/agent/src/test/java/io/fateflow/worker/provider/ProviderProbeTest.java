package io.fateflow.worker.provider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** With shell scripts that stand in for a Python: {@code $3} is the file that the probe is to leave. */
@Tag("processes")
class ProviderProbeTest {

    @TempDir
    Path directory;

    @Test
    void whatItLeavesIsWhatCameOfIt() throws Exception {
        ObjectNode found =
                probe("echo '{\"python\": \"3.8.1\", \"modules\": {\"PSI\": \"\", \"FTL\": \"no torch\"}}' >$3", 60);

        assertThat(found.toString())
                .isEqualTo("{\"python\":\"3.8.1\",\"modules\":{\"PSI\":\"\",\"FTL\":\"no torch\"},\"trouble\":\"\"}");
    }

    @Test
    void itSeesItsHomeAndTheRunnerBeforeItsOwnPath() throws Exception {
        ObjectNode found =
                probe("echo \"{\\\"modules\\\": {\\\"$FATE_PYTHON_HOME $PYTHONPATH $SECRET\\\": \\\"\\\"}}\" >$3", 60);

        assertThat(found.path("modules").fieldNames().next()).isEqualTo("/opt/fate/python /runner.jar:/own ");
    }

    @Test
    void oneThatHangsIsEndedWithAllThatItHasStarted() throws Exception {
        Path child = directory.resolve("child");

        ObjectNode found = probe("sleep 1000 & echo $! >" + child + "; wait", 2);

        assertThat(found.path("trouble").asText()).contains("has not imported its modules within 2 s");
        long pid = Long.parseLong(Files.readString(child).strip());
        await().until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void oneThatFailsIsQuoted() throws Exception {
        assertThat(probe("echo out of luck >&2; exit 3", 60).path("trouble").asText())
                .contains("exit code 3", "out of luck");
    }

    @Test
    void oneThatLeavesNothingIsTrouble() throws Exception {
        assertThat(probe("echo done", 60).path("trouble").asText()).contains("exit code 0", "done");
    }

    @Test
    void aPythonThatIsNotThereIsTrouble() throws Exception {
        FateProvider absent = new FateProvider("fate@1.11.4", directory, "/no/python3", Map.of());

        assertThat(new ProviderProbe(Map.of(), Duration.ofSeconds(60))
                        .of(absent, Path.of("/runner.jar"), directory)
                        .path("trouble")
                        .asText())
                .contains("/no/python3 cannot be started");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fate", "fate@", "@1.11.4", "fate@1 2", "fate@1@2"})
    void aProviderHasAVersion(String name) {
        assertThatThrownBy(() -> new FateProvider(name, directory, "python3", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("FFB-2054");
    }

    @Test
    void theEnvironmentAloneNamesAnInstallationWithTheVersionOfItsFile() throws IOException {
        Path home = Files.createDirectories(directory.resolve("fate/python"));
        Files.writeString(directory.resolve("fate/fate.env"), "FATE=1.11.4\nFATEFlow=1.11.2\n");

        assertThat(InstalledFate.of(Map.of("FATE_PYTHON_HOME", home.toString(), "FATE_PYTHON", "/venv/python")))
                .contains(new FateProvider("fate@1.11.4", home, "/venv/python", Map.of()));
        assertThat(InstalledFate.of(Map.of())).isEmpty();
    }

    private ObjectNode probe(String script, int seconds) throws IOException, InterruptedException {
        Path python = directory.resolve("python3");
        Files.writeString(python, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(python, PosixFilePermissions.fromString("rwx------"));
        FateProvider provider = new FateProvider(
                "fate@1.11.4", Path.of("/opt/fate/python"), python.toString(), Map.of("PYTHONPATH", "/own"));
        Path parent = directory.resolve("probes");
        ObjectNode found = new ProviderProbe(
                        Map.of("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin")),
                        Duration.ofSeconds(seconds))
                .of(provider, Path.of("/runner.jar"), parent);
        try (Stream<Path> left = Files.list(parent)) {
            assertThat(left).isEmpty();
        }
        return found;
    }
}

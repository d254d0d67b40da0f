package io.fateflow.tools.program;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class ServerProcessTest {

    @TempDir
    private Path home;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FATE_HOME",
                "fate.home",
                "FATE_FEDERATION_PARTYID",
                "FATE_WORKER_NAME",
                "SERVER_PORT",
                "SPRING_APPLICATION_JSON",
                "SPRING_DATASOURCE_URL",
                "spring_profiles_active",
                "MANAGEMENT_SERVER_PORT",
                "LOGGING_FILE_NAME"
            })
    void settingsOfAnotherServerAreNotItsOwn(String name) {
        Map<String, String> environment = new HashMap<>(Map.of(name, "another's", "PATH", "/bin"));

        ServerProcess.withoutSettings(environment);

        assertThat(environment).containsOnlyKeys("PATH");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FATE_PYTHON_HOME",
                "FATE_WORKER_EXECUTOR_DIRECTORY",
                "FATEFUL",
                "SERVERS",
                "JAVA_TOOL_OPTIONS",
                "MY_FATE_HOME"
            })
    void whatIsSoOfTheMachineStays(String name) {
        Map<String, String> environment = new HashMap<>(Map.of(name, "here"));

        ServerProcess.withoutSettings(environment);

        assertThat(environment).containsOnlyKeys(name);
    }

    @Test
    @Timeout(120)
    void aServerThatDoesNotStartIsSaidToHaveFailedForItsReason() throws Exception {
        Properties settings = new Properties();
        settings.setProperty("fate.no-such-setting", "1");
        ServerProcess server = ServerProcess.start(home, 0, settings, Map.of());

        assertThatIOException()
                .isThrownBy(server::awaitAnswer)
                .withMessageContaining("%s does not answer: FFB-2065", home)
                .withMessageContaining("fate.no-such-setting");
    }
}

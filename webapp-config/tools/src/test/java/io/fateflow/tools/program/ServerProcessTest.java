package io.fateflow.tools.program;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThatIOException;

class ServerProcessTest {

    @TempDir
    private Path home;

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

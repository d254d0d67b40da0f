package io.fateflow.board.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.board.job.LogFiles.Part;
import io.fateflow.board.job.LogFiles.Place;
import io.fateflow.webapp.storage.log.FolderLogs;

import static org.assertj.core.api.Assertions.assertThat;

class LogFilesTest {

    private static final String JOB = "202603010000000000010";
    private static final Place PLACE = new Place(JOB, "guest", "9999", "hetero_lr_0");

    @TempDir
    private Path home;

    private LogFiles logs;

    @BeforeEach
    void aLog() throws IOException {
        logs = new LogFiles(new FolderLogs(home.resolve("logs")));
        Path directory =
                Files.createDirectories(home.resolve("logs").resolve(JOB).resolve("guest/9999/hetero_lr_0"));
        Files.writeString(directory.resolve("INFO.log"), "one\nzwölf\n三\nfour\n");
        Files.writeString(home.resolve("secret"), "secret");
        Files.createSymbolicLink(directory.resolve("link.log"), home.resolve("secret"));
    }

    @Test
    void readsFromWhereTheLastPartEnded() throws IOException {
        Part first = logs.read(PLACE, "INFO.log", 0, 8).orElseThrow();
        assertThat(first.text()).isEqualTo("one\n");

        Part second = logs.read(PLACE, "INFO.log", first.to(), 9).orElseThrow();
        assertThat(second.text()).isEqualTo("zwölf\n");

        Part rest = logs.read(PLACE, "INFO.log", second.to(), 100).orElseThrow();
        assertThat(rest.text()).isEqualTo("三\nfour\n");
        assertThat(rest.to()).isEqualTo(rest.size());
    }

    @Test
    void beginsBeforeTheEndWithAWholeLine() throws IOException {
        assertThat(logs.read(PLACE, "INFO.log", -7, 100).orElseThrow().text()).isEqualTo("four\n");
        assertThat(logs.read(PLACE, "INFO.log", -1000, 100).orElseThrow().text())
                .startsWith("one\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../../../../secret", "link.log", "/etc/passwd", "", "OTHER.log"})
    void readsNothingElse(String name) throws IOException {
        assertThat(logs.read(PLACE, name, 0, 100)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", ".", "../..", "a/b", "", "a\\b", "\u0000"})
    void aNameThatIsNoPlainNameLeadsNowhere(String name) {
        assertThat(logs.directory(new Place(JOB, "guest", "9999", name))).isEmpty();
        assertThat(logs.directory(new Place(JOB, name, "9999", "hetero_lr_0"))).isEmpty();
        assertThat(logs.directory(new Place(name, "guest", "9999", "hetero_lr_0")))
                .isEmpty();
    }
}

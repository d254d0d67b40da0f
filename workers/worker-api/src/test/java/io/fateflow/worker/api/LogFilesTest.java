package io.fateflow.worker.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.event.Level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LogFilesTest {

    @TempDir
    private Path place;

    @Test
    void eachFileHasTheLinesOfItsLevelAndAboveInEachDirectory() {
        Path own = place.resolve("guest/9999/reader_0");
        Path parent = place.resolve("guest/9999");
        create(own, parent);
        LogFiles logs = new LogFiles(List.of(own, parent));

        logs.write(Level.TRACE, "t\n");
        logs.write(Level.DEBUG, "d\n");
        logs.write(Level.INFO, "i\n");
        logs.write(Level.WARN, "w\n");
        logs.write(Level.ERROR, "e\n");

        for (Path directory : List.of(own, parent)) {
            assertThat(directory.resolve("DEBUG.log")).hasContent("d\ni\nw\ne\n");
            assertThat(directory.resolve("INFO.log")).hasContent("i\nw\ne\n");
            assertThat(directory.resolve("WARNING.log")).hasContent("w\ne\n");
            assertThat(directory.resolve("ERROR.log")).hasContent("e\n");
        }
    }

    @Test
    void allFilesAreThereBeforeTheFirstLineAndNothingOfThemIsLost() throws IOException {
        Files.writeString(place.resolve("INFO.log"), "earlier\n");

        create(place);

        assertThat(place).isDirectoryContaining("glob:**DEBUG.log").isDirectoryContaining("glob:**WARNING.log");
        assertThat(place.resolve("ERROR.log")).isEmptyFile();
        assertThat(place.resolve("INFO.log")).hasContent("earlier\n");
    }

    @Test
    void whatCannotBeWrittenIsNotSilent() throws IOException {
        LogFiles logs = new LogFiles(List.of(Files.writeString(place.resolve("file"), "")));

        assertThatThrownBy(() -> logs.write(Level.ERROR, "e\n")).hasMessageContaining("cannot write a log file");
    }

    private static void create(Path... directories) {
        try {
            new LogFiles(List.of(directories)).create();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}

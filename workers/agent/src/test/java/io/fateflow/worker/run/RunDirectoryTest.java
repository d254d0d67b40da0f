package io.fateflow.worker.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class RunDirectoryTest {

    @TempDir
    private Path directory;

    private RunDirectory run() {
        return new RunDirectory("0", directory, directory);
    }

    @Test
    void roomIsNoExitCode() throws IOException {
        run().reserve();

        assertThat(run().exitCode()).isEmpty();
        assertThat(directory.resolve("exit_code")).hasSize(16);
    }

    /** A launcher of a worker before may end between the look whether it has begun and this. */
    @Test
    void anExitCodeThatIsThereStays() throws IOException {
        Files.writeString(directory.resolve("exit_code"), "%-15s\n".formatted(3));

        run().reserve();

        assertThat(run().exitCode()).hasValue(3);
    }

    @Test
    void halfOfARoomIsMadeWhole() throws IOException {
        Files.writeString(directory.resolve("exit_code"), "");

        run().reserve();

        assertThat(directory.resolve("exit_code")).hasSize(16);
    }

    @Test
    void aLineThatIsNotCompleteIsNoExitCode() throws IOException {
        Files.writeString(directory.resolve("exit_code"), "13              ");

        assertThat(run().exitCode()).isEmpty();
    }
}

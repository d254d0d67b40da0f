package io.fateflow.tools.bench;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

/** What can't be measured is said before anything is started. */
class TreesBenchCommandTest {

    @TempDir
    Path directory;

    private final StringWriter errors = new StringWriter();

    @Test
    void aFolderThatHasNoFateIsNamed() {
        assertThat(run("--fate-python", directory.toString())).isEqualTo(2);
        assertThat(errors.toString()).contains("no federatedml in " + directory);
    }

    @Test
    void aFurtherTreeNeedsTwo() throws Exception {
        Files.createDirectory(directory.resolve("federatedml"));

        assertThat(run("--fate-python", directory.toString(), "--trees", "1")).isEqualTo(2);
        assertThat(errors.toString()).contains("--trees must be 2 at least");
    }

    private int run(String... arguments) {
        return new CommandLine(new TreesBenchCommand())
                .setErr(new PrintWriter(errors, true))
                .execute(arguments);
    }
}

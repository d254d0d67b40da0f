package io.fateflow.tools.compile;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Compiles FATE's own examples, where they are at hand. */
class CorpusTest {

    private static final Path CORPUS = Path.of(System.getProperty("fate.corpus", "../../../shared/corpus"));

    @Test
    void compilesAllOfFatesSuites() {
        assumeTrue(Files.isDirectory(CORPUS), "no examples beside the checkout");
        StringWriter out = new StringWriter();

        int exitCode = new CommandLine(new CompileCommand())
                .setOut(new PrintWriter(out))
                .execute("--corpus", CORPUS.toString());

        assertThat(out.toString().lines().toList()).last().asString().matches("[1-9][0-9]* ok, 0 failed");
        assertThat(exitCode).isZero();
    }
}

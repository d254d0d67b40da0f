package io.fateflow.worker.python;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Runs the runner's own tests, a file each, by the machine's python3. They need its standard library only. */
class FateRunnerTest {

    private static final Path MODULE = Path.of("").toAbsolutePath();
    private static final Path TESTS = MODULE.resolve("src/test/python");
    private static final String SUPPORTED = "import sys; sys.exit(sys.version_info < (3, 8))";

    @TempDir
    Path directory;

    @ParameterizedTest
    @MethodSource("files")
    void itsTestsPass(String file) throws Exception {
        assumePython();

        Path output = directory.resolve("output");
        int exitCode = python(output, "-B", "-m", "unittest", "-v", file);

        String said = Files.readString(output);
        assertThat(exitCode).as(said).isZero();
        assertThat(said).doesNotContain("Ran 0 tests");
    }

    @Test
    void thereAreTests() throws IOException {
        assertThat(files()).isNotEmpty();
    }

    private static Stream<String> files() throws IOException {
        try (Stream<Path> all = Files.list(TESTS)) {
            return all
                    .map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.startsWith("test_"))
                    .map(name -> name.replace(".py", ""))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private void assumePython() throws InterruptedException {
        boolean found;
        try {
            found = python(directory.resolve("version"), "-c", SUPPORTED) == 0;
        } catch (IOException absent) {
            found = false;
        }
        assumeTrue(
                found, "no python3 of version 3.8 or later on the PATH: install one (Debian: apt-get install python3)");
    }

    private static int python(Path output, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                Stream.concat(Stream.of("python3"), Stream.of(arguments)).toList());
        builder.environment().put("PYTHONPATH", MODULE.resolve("src/main/python") + File.pathSeparator + TESTS);
        builder.environment().put("PYTHONIOENCODING", StandardCharsets.UTF_8.name());
        Process process = builder.directory(TESTS.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException("python3 is still running after two minutes");
        }
        return process.exitValue();
    }
}

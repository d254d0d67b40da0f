package io.fateflow.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

/** Every test that the fault table names is there, and every row says what its protection is. */
final class FaultTableTest {

    private static final Path ROOT = Path.of("../..");
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+)\\.(\\w+)`");

    /** Tables with a column of tests; what was simulated has one test for all, which its introduction names. */
    @Test
    void everyRowNamesATestThatExists() throws IOException {
        List<String> rows = new ArrayList<>();
        boolean named = false;
        for (String line : Files.readAllLines(ROOT.resolve("docs/faults.md"))) {
            if (line.startsWith("| Fault |")) {
                named = line.contains("| Test |");
            } else if (named && line.startsWith("| ")) {
                rows.add(line);
            }
        }

        assertThat(rows).hasSizeGreaterThan(90).allSatisfy(row -> {
            String[] cells = row.split(" \\| ");
            assertThat(cells)
                    .as("also what was seen without the protection: " + row)
                    .hasSize(4);
            Matcher test = TEST.matcher(cells[2]);
            assertThat(test.find()).as("a test in " + row).isTrue();
            do {
                assertThat(source(test.group(1)))
                        .as(row)
                        .containsPattern("@(Parameterized)?Test[\\s\\S]*?void " + test.group(2) + "\\(");
            } while (test.find());
        });
        assertThat(source("SimulationTest")).contains("@Test");
    }

    /** What is in the tests of this name, whichever modules they are in. */
    private static String source(String test) throws IOException {
        try (Stream<Path> modules = Files.walk(ROOT, 2)) {
            return modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .flatMap(FaultTableTest::files)
                    .filter(file -> file.getFileName().toString().equals(test + ".java"))
                    .map(FaultTableTest::text)
                    .collect(joining());
        }
    }

    private static Stream<Path> files(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.fateflow.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.fateflow.dsl.problem.ProblemKind;

import static org.assertj.core.api.Assertions.assertThat;

/** The list of errors has each id that the program can produce, no other, and says of each what to do. */
final class ErrorCatalogueTest {

    private static final Path ROOT = Path.of("../..");
    private static final Path CATALOGUE = ROOT.resolve("docs/errors.md");
    private static final Pattern ID = Pattern.compile("FFB-\\d{4}");
    private static final Pattern HEADING = Pattern.compile("## (\\d\\d)xx .+");
    /** Strings come first: in them a comment's signs begin none. */
    private static final Pattern STRING_OR_COMMENT = Pattern.compile(
            "\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\\n])++'|/\\*[\\s\\S]*?\\*/|//[^\\n]*");

    @Test
    void hasEachIdThatTheProgramProducesAndNoOther() throws IOException {
        assertThat(ids(rows()))
                .as("a row of docs/errors.md for each id, in ascending order")
                .containsExactlyElementsOf(produced());
    }

    /** Whoever reads an id elsewhere finds it here. */
    @Test
    void hasEachIdThatOtherPagesName() throws IOException {
        TreeSet<String> named = new TreeSet<>();
        for (Path page : pages()) {
            named.addAll(ids(Files.readString(page)));
        }

        assertThat(ids(rows())).hasSizeGreaterThan(200).containsAll(named);
    }

    @Test
    void saysOfEachWhatItMeansAndWhatToDo() throws IOException {
        assertThat(rows()).allSatisfy(row -> {
            String[] cells = row.substring(2, row.length() - 2).split(" \\| ", -1);
            assertThat(cells).hasSize(3);
            assertThat(cells[0]).matches(ID);
            assertThat(Arrays.asList(cells).subList(1, 3)).allSatisfy(cell -> assertThat(cell)
                    .hasSizeGreaterThan(8)
                    .matches("[A-Z`].*\\.")
                    .doesNotContain("%s", "%d"));
        });
    }

    @Test
    void sortsThemUnderTheirHundreds() throws IOException {
        String hundred = "";
        List<String> headings = new ArrayList<>();
        for (String line : Files.readAllLines(CATALOGUE)) {
            if (line.startsWith("## ")) {
                assertThat(line).matches(HEADING);
                hundred = line.substring(3, 5);
                headings.add(hundred);
            } else if (line.startsWith("| FFB-")) {
                assertThat(line).startsWith("| FFB-" + hundred);
            }
        }

        assertThat(headings).isSorted().doesNotHaveDuplicates();
    }

    private static List<String> rows() throws IOException {
        return Files.readAllLines(CATALOGUE).stream()
                .filter(line -> line.startsWith("| FFB"))
                .toList();
    }

    private static List<String> ids(List<String> rows) {
        return rows.stream().map(row -> row.substring(2, row.indexOf(' ', 2))).toList();
    }

    private static List<String> ids(String text) {
        return ID.matcher(text).results().map(MatchResult::group).toList();
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> top = Files.list(ROOT)) {
            return Stream.concat(docs, top.filter(file -> !file.endsWith("CHANGELOG.md")))
                    .filter(file -> file.toString().endsWith(".md") && !file.endsWith(CATALOGUE.getFileName()))
                    .toList();
        }
    }

    /** In ascending order: those of the translator by their numbers, all others as they stand in the sources. */
    private static SortedSet<String> produced() throws IOException {
        TreeSet<String> ids =
                Arrays.stream(ProblemKind.values()).map(ProblemKind::id).collect(Collectors.toCollection(TreeSet::new));
        assertThat(ids).as("a number for each kind").hasSameSizeAs(ProblemKind.values());
        try (Stream<Path> modules = Files.walk(ROOT, 2)) {
            modules.map(module -> module.resolve("src/main"))
                    .filter(Files::isDirectory)
                    .flatMap(ErrorCatalogueTest::files)
                    .filter(Files::isRegularFile)
                    .filter(ErrorCatalogueTest::isSource)
                    .map(ErrorCatalogueTest::program)
                    .forEach(text -> ids.addAll(ids(text)));
        }
        return ids;
    }

    private static boolean isSource(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return Stream.of(".java", ".sql", ".js", ".html", ".bpmn", ".yaml", ".properties", ".py")
                .anyMatch(name::endsWith);
    }

    private static Stream<Path> files(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without comments: an error that only a comment names is none. */
    private static String program(Path file) {
        try {
            String text = Files.readString(file);
            return file.toString().endsWith(".java")
                    ? STRING_OR_COMMENT.matcher(text).replaceAll(ErrorCatalogueTest::withoutComment)
                    : text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String withoutComment(MatchResult found) {
        String text = found.group();
        return text.startsWith("/") ? " " : Matcher.quoteReplacement(text);
    }
}

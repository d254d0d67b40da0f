package io.fateflow.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Under which licences the libraries in the jar are: the file that the build has made of what they say of themselves. */
class LicencesTest {

    /** Those that let a program be handed on with the library in it, whatever the program's own licence is. */
    private static final Pattern FREE = Pattern.compile(
            "(?i).*(apache|\\bmit\\b|bsd|\\bepl\\b|eclipse|\\bedl\\b|\\bmpl\\b|mozilla|\\blgpl\\b|public domain|cc0|bouncy castle).*");

    /** bpmn.io's own, which its package files call so. */
    private static final Pattern BPMN_IO = Pattern.compile("\\s+\\(JSON\\) bpmn-js .*");

    private static final Pattern LICENCES = Pattern.compile("\\G\\s*\\(((?:[^()]|\\([^()]*\\))*)\\)");

    @Test
    void everyLibraryMayBeHandedOn() throws IOException {
        List<String> libraries =
                thirdParty().lines().filter(line -> line.startsWith("    ")).toList();

        assertThat(libraries).hasSizeGreaterThan(100).allSatisfy(library -> assertThat(
                        LICENCES.matcher(library).results().map(MatchResult::group))
                .as(library)
                .anyMatch(licence -> FREE.matcher(licence).matches()
                        || BPMN_IO.matcher(library).matches()));
    }

    private static String thirdParty() throws IOException {
        try (InputStream file = LicencesTest.class.getResourceAsStream("/META-INF/THIRD-PARTY.txt")) {
            return new String(Objects.requireNonNull(file, "not built").readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

package io.fateflow.board.page;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;

/** What a browser loads before anybody has logged in. */
@ServerTest
class PageTest {

    private static final Path WEB = Path.of("src/main/resources/io/fateflow/board/web");
    private static final Pattern LIBRARY = Pattern.compile("'?/board/lib/([\\w./-]+)'?");
    private static final Pattern FILE = Pattern.compile("(?:src|href)=\"([^\"]+)\"");
    private static final Pattern TEXT = Pattern.compile("\\bt(?:Or)?\\('([a-zA-Z.]+)'");

    @Autowired
    private Caller caller;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/login",
                "/jobs/202601021530450000010",
                "/jobs/202601021530450000010/hetero_lr_0",
                "/submit",
                "/compare",
                "/resources",
                "/sites",
                "/consents",
                "/lineage",
                "/audit",
                "/health",
                "/account"
            })
    void everyPageIsTheSameDocumentUnderAStrictPolicy(String path) {
        HttpResponse<String> page = caller.get(path);

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<div id=\"board\">").doesNotContainPattern("<script(?![^>]*src=)");
        String policy = page.headers().firstValue("Content-Security-Policy").orElse("");
        assertThat(policy)
                .contains("default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe-eval", "script-src 'self' 'unsafe", "http:", "https:");
    }

    @Test
    void thePageOfTheApiLoadsWhatIsThereUnderTheSamePolicy() throws IOException {
        HttpResponse<String> page = caller.get("/api");

        assertThat(page.headers().firstValue("Content-Security-Policy"))
                .isEqualTo(caller.get("/").headers().firstValue("Content-Security-Policy"))
                .isPresent();
        assertThat(page.body()).contains("<main id=\"api\">").doesNotContainPattern("<script(?![^>]*src=)");
        List<String> loaded =
                FILE.matcher(page.body()).results().map(found -> found.group(1)).toList();
        assertThat(loaded)
                .hasSize(5)
                .allSatisfy(path ->
                        assertThat(caller.get(path).statusCode()).as(path).isEqualTo(200));
    }

    @Test
    void theAddressThatClientsGetLeadsToTheJobsPage() {
        assertThat(caller.get("/job/202601021530450000010").headers().firstValue("Location"))
                .contains("/jobs/202601021530450000010");
        assertThat(caller.get("/job/202601021530450000010/process").headers().firstValue("Location"))
                .hasValueSatisfying(path -> assertThat(path).startsWith("/camunda/app/cockpit"));
        assertThat(caller.get("/job/x%22").headers().firstValue("Location")).contains("/");
    }

    @Test
    void everyFileOfALibraryIsThere() throws IOException {
        TreeSet<String> paths = new TreeSet<>();
        for (String file : files()) {
            LIBRARY.matcher(file).results().map(found -> found.group(1)).forEach(paths::add);
            paths.removeIf(path -> path.endsWith("/"));
        }
        paths.addAll(List.of(
                "chart.js/4.5.1/dist/chart.umd.min.js",
                "bpmn-js/8.0.0/dist/bpmn-navigated-viewer.production.min.js",
                "bpmn-js/8.0.0/dist/assets/diagram-js.css",
                "codemirror/5.65.21/lib/codemirror.js",
                "codemirror/5.65.21/addon/hint/show-hint.js"));

        assertThat(paths).hasSizeGreaterThan(6).allSatisfy(path -> {
            HttpResponse<String> answer = caller.get("/board/lib/" + path);
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
            assertThat(answer.headers().firstValue("Cache-Control")).contains("max-age=31536000, public");
        });
        assertThat(caller.get("/board/lib/lit-html/../../../io/fateflow/board/web/main.js")
                        .statusCode())
                .isNotEqualTo(200);
    }

    /** What a browser loads first comes small: scripts, styles and texts are compressed for whom asks for it. */
    @Test
    void textsComeCompressed() throws IOException {
        long whole = 0;
        for (String path : List.of(
                "/board/web/main.js",
                "/board/web/board.css",
                "/board/web/messages/zh.json",
                "/board/lib/lit-html/3.3.2/lit-html.js",
                "/board/lib/bpmn-js/8.0.0/dist/bpmn-navigated-viewer.production.min.js",
                "/board/lib/chart.js/4.5.1/dist/chart.umd.min.js")) {
            HttpResponse<byte[]> answer = caller.send(
                    caller.request(path).header("Accept-Encoding", "gzip").GET(), BodyHandlers.ofByteArray());
            assertThat(answer.headers().firstValue("Content-Encoding")).as(path).contains("gzip");
            assertThat(answer.headers().firstValue("Vary")).as(path).hasValueSatisfying(by -> assertThat(by)
                    .containsIgnoringCase("accept-encoding"));
            whole += answer.body().length;
        }

        assertThat(whole).isLessThan(300_000);
        assertThat(caller.get("/board/web/main.js").headers().firstValue("Content-Encoding"))
                .isEmpty();
    }

    /** A text in one language only would be shown as its key. */
    @Test
    void everyTextIsThereInEachLanguage() throws IOException {
        List<String> english = keys("en");
        TreeSet<String> used = new TreeSet<>();
        for (String file : files()) {
            TEXT.matcher(file)
                    .results()
                    .map((MatchResult found) -> found.group(1))
                    .forEach(used::add);
        }

        assertThat(english).isNotEmpty().containsExactlyInAnyOrderElementsOf(keys("zh"));
        assertThat(english).containsAll(used);
    }

    private static List<String> keys(String language) throws IOException {
        List<String> keys = new ArrayList<>();
        new ObjectMapper()
                .readTree(WEB.resolve("messages/" + language + ".json").toFile())
                .fieldNames()
                .forEachRemaining(keys::add);
        return keys;
    }

    private static List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(WEB)) {
            List<String> texts = new ArrayList<>();
            for (Path file :
                    (Iterable<Path>) files.filter(path -> path.toString().endsWith(".js"))::iterator) {
                texts.add(Files.readString(file));
            }
            return texts;
        }
    }
}

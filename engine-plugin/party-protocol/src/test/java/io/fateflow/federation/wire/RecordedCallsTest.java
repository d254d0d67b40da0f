package io.fateflow.federation.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Calls between sites of FATE Flow as they were recorded, where the recordings lie beside the checkout. */
final class RecordedCallsTest {

    private static final Path RECORDINGS = Path.of("../../../shared/reference/captures");

    @Test
    void everyRecordedCallIsReadAndWrittenAsItWas() throws IOException {
        int seen = 0;
        for (JsonNode exchange : recorded()) {
            JsonNode request = exchange.path("request");
            String path = request.path("path").asText();
            ObjectNode body = WireText.body(request.path("body"));
            Optional<WireCall> call = WireRoutes.parse(path, body);
            assertThat(call).as(path).isPresent();
            assertThat(call.get().path()).isEqualTo(path);
            String text = PythonJson.dumps(call.get().body());
            // read again: a number in memory may be an int or a long
            assertThat(WireText.read(text.getBytes(StandardCharsets.UTF_8)))
                    .as(path)
                    .isEqualTo(body);
            boolean pathsWereMasked = text.contains("/data/projects/");
            if (!pathsWereMasked) {
                assertThat(text.length())
                        .as("length of the body of %s", path)
                        .isEqualTo(
                                request.path("headers").path("Content-Length").asInt());
            }
            seen++;
        }
        assertThat(seen).isGreaterThan(200);
    }

    @Test
    void ourHeadersAreTheRecordedOnes() throws IOException {
        for (JsonNode exchange : recorded()) {
            Map<String, String> headers = new TreeMap<>();
            exchange.path("request")
                    .path("headers")
                    .properties()
                    .forEach(header ->
                            headers.put(header.getKey(), header.getValue().asText()));
            headers.keySet().removeAll(List.of("Content-Length", "Content-Type"));

            assertThat(CallHeaders.of(headers).http()).containsExactlyInAnyOrderEntriesOf(headers);
        }
    }

    @Test
    void everyRecordedAnswerIsWrittenAsItWas() throws IOException {
        for (JsonNode exchange : recorded()) {
            JsonNode response = exchange.path("response");
            Answer answer = Answer.read((ObjectNode) response.path("body"));
            assertThat(WireText.write(answer).length)
                    .as(exchange.path("request").path("path").asText())
                    .isEqualTo(response.path("headers").path("Content-Length").asInt());
        }
    }

    /** Calls between sites; those of executors to their own site's tracker are not ours. */
    private static List<JsonNode> recorded() throws IOException {
        assumeTrue(Files.isDirectory(RECORDINGS), "no recordings beside the checkout");
        List<JsonNode> exchanges = new ArrayList<>();
        try (Stream<Path> files = Files.list(RECORDINGS)) {
            for (Path file : files.sorted().toList()) {
                if (file.getFileName().toString().matches("(fed|internal|sequence)_.*")) {
                    JsonNode content = WireText.read(Files.readString(file).getBytes(StandardCharsets.UTF_8));
                    (content.isArray() ? content : List.of(content)).forEach(exchanges::add);
                }
            }
        }
        return exchanges.stream()
                .filter(exchange -> exchange.path("request")
                        .path("path")
                        .asText()
                        .matches("/v1/(party|initiator)/.*|/v1/tracker/.*/output/table|/v1/model/deploy/do"))
                .toList();
    }
}

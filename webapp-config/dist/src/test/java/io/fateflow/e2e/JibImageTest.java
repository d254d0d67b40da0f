package io.fateflow.e2e;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.junit.jupiter.api.Test;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** The image that profile {@code image} has put into a file: it is the Dockerfile's, but for what Jib has no word for. */
class JibImageTest {

    private static final Path TAR = Path.of("target/jib-image.tar");
    private static final int EXECUTABLE = 0b001_001_001;

    @Test
    void itStartsTheSameProgramAsTheSameUserWithTheSameSettings() throws IOException {
        Map<String, byte[]> parts = new HashMap<>();
        try (InputStream in = Files.newInputStream(TAR)) {
            forEachEntry(in, (entry, content) -> {
                if (entry.getName().endsWith(".json")) {
                    parts.put(entry.getName(), content.readAllBytes());
                }
            });
        }
        JsonNode manifest = FlowClient.JSON.readTree(parts.get("manifest.json")).path(0);
        JsonNode config = FlowClient.JSON
                .readTree(requireNonNull(parts.get(manifest.path("Config").asText())))
                .path("config");
        ImageFile dockerfile = ImageFile.read();

        assertThat(texts(config.path("Entrypoint"))).isEqualTo(dockerfile.entryPoint());
        assertThat(texts(config.path("Cmd"))).isEqualTo(dockerfile.arguments());
        assertThat(config.path("User").asText()).isEqualTo(dockerfile.user());
        assertThat(variables(config)).containsAllEntriesOf(dockerfile.environment());
        assertThat(config.path("Volumes").has("/var/lib/fate-flow")).isTrue();
        assertThat(config.path("ExposedPorts").properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder("9380/tcp", "9360/tcp");
    }

    @Test
    void itsClassPathIsThereAndItsProgramCanBeStarted() throws IOException {
        Map<String, Integer> modes = new HashMap<>();
        List<String> classPath = new ArrayList<>();
        try (InputStream in = Files.newInputStream(TAR)) {
            forEachEntry(in, (layer, compressed) -> {
                if (layer.getName().endsWith(".tar.gz")) {
                    forEachEntry(new GzipCompressorInputStream(compressed), (entry, content) -> {
                        modes.put("/" + entry.getName(), entry.getMode());
                        if (entry.getName().equals("app/jib-classpath-file")) {
                            classPath.addAll(
                                    List.of(new String(content.readAllBytes(), StandardCharsets.UTF_8).split(":", -1)));
                        }
                    });
                }
            });
        }

        // the star is for the program's own jar, as it was before Spring Boot put the others into it
        assertThat(classPath)
                .hasSizeGreaterThan(100)
                .allMatch(entry -> modes.containsKey(entry.replaceFirst("\\*$", "fate-flow-bpm.original.jar")));
        assertThat(requireNonNull(modes.get("/opt/fate-flow/bin/fate-flow-bpm")) & EXECUTABLE)
                .isEqualTo(EXECUTABLE);
        assertThat(Files.readString(ImageFile.DOCKER.resolve("jib/opt/fate-flow/bin/fate-flow-bpm")))
                .contains("exec java");
    }

    private interface Visitor {
        void see(TarArchiveEntry entry, InputStream content) throws IOException;
    }

    private static void forEachEntry(InputStream in, Visitor visitor) throws IOException {
        TarArchiveInputStream tar = new TarArchiveInputStream(in);
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            visitor.see(entry, new ByteArrayInputStream(tar.readAllBytes()));
        }
    }

    private static Map<String, String> variables(JsonNode config) {
        Map<String, String> variables = new LinkedHashMap<>();
        texts(config.path("Env"))
                .forEach(text ->
                        variables.put(text.substring(0, text.indexOf('=')), text.substring(text.indexOf('=') + 1)));
        return variables;
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}

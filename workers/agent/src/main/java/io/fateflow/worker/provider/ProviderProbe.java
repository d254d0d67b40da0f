package io.fateflow.worker.provider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Has an installation's Python import each of its modules once, in a process of its own.
 *
 * @param environment that executors inherit, without what the provider adds
 * @param limit after which the process is ended
 */
public record ProviderProbe(Map<String, String> environment, Duration limit) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST_SAID = 500;

    /**
     * What came of it.
     *
     * @param runner the jar with the runner
     * @param parent for the probe's own files; they are gone afterwards
     * @return {@code modules}: by name why it cannot be run, or an empty text; {@code python}: its version; and
     *     {@code trouble}: why nothing is known, or an empty text
     */
    public ObjectNode of(FateProvider provider, Path runner, Path parent) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory(Files.createDirectories(parent), "probe-");
        try {
            return look(provider, runner, directory);
        } finally {
            delete(directory);
        }
    }

    private ObjectNode look(FateProvider provider, Path runner, Path directory)
            throws IOException, InterruptedException {
        Path found = directory.resolve("found.json");
        Path said = directory.resolve("said");
        ProcessBuilder builder = new ProcessBuilder(provider.probe(found))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().putAll(provider.environment(runner));
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return trouble("%s cannot be started: %s".formatted(provider.python(), e.getMessage()));
        }
        try {
            process.getOutputStream().close();
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return trouble(
                        "%s has not imported its modules within %d s".formatted(provider.python(), limit.toSeconds()));
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        if (process.exitValue() == 0
                && Files.exists(found)
                && JSON.readTree(found.toFile()) instanceof ObjectNode result) {
            return result.put("trouble", result.path("trouble").asText());
        }
        return trouble("%s ended with exit code %d: %s"
                .formatted(provider.python(), process.exitValue(), lastOf(Files.readString(said))));
    }

    private static ObjectNode trouble(String why) {
        ObjectNode result = JsonNodeFactory.instance.objectNode().put("trouble", why);
        result.putObject("modules");
        return result;
    }

    private static String lastOf(String said) {
        String text = said.strip();
        return text.substring(Math.max(0, text.length() - MOST_SAID));
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}

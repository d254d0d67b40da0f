package io.fateflow.worker.provider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** An installation that is named by the environment alone: {@code FATE_PYTHON_HOME}, and {@code FATE_PYTHON} for its Python. */
public final class InstalledFate {

    private static final String HOME = "FATE_PYTHON_HOME";
    private static final String PYTHON = "FATE_PYTHON";
    private static final String VERSIONS = "fate.env";
    private static final String VERSION = "FATE=";
    private static final String UNKNOWN = "unknown";

    private InstalledFate() {}

    /** The one that the variables name; its version is that of its {@code fate.env}. */
    public static Optional<FateProvider> of(Map<String, String> environment) {
        String home = environment.getOrDefault(HOME, "");
        if (home.isBlank()) {
            return Optional.empty();
        }
        Path directory = Path.of(home).toAbsolutePath().normalize();
        return Optional.of(new FateProvider(
                "fate@" + version(directory), directory, environment.getOrDefault(PYTHON, "python3"), Map.of()));
    }

    /** FATE keeps it beside its Python, or in it. */
    private static String version(Path home) {
        for (Path file : new Path[] {home.resolveSibling(VERSIONS), home.resolve(VERSIONS)}) {
            try {
                Optional<String> version = Files.readAllLines(file).stream()
                        .filter(line -> line.startsWith(VERSION))
                        .map(line -> line.substring(VERSION.length()).strip())
                        .findFirst();
                if (version.isPresent()) {
                    return version.get();
                }
            } catch (IOException absent) {
                // an installation need not have it
            }
        }
        return UNKNOWN;
    }
}

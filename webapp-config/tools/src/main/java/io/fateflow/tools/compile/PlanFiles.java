package io.fateflow.tools.compile;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Where the plans of a corpus go: {@code OUT/SUITE/TASK.json}, whatever the task is called. */
final class PlanFiles {

    private static final int LONGEST = 100;

    private final Path directory;
    private final Set<Path> taken = new HashSet<>();

    PlanFiles(Path directory) {
        this.directory = directory;
    }

    /** A path that was not given out before. */
    Path fileFor(CorpusTask task) {
        Path folder = directory.resolve(safe(task.suite()));
        String name = safe(task.name());
        Path file = folder.resolve(name + ".json");
        for (int n = 2; !taken.add(file); n++) {
            file = folder.resolve(name + "-" + n + ".json");
        }
        return file;
    }

    private static String safe(String name) {
        String safe = name.replaceAll("[^\\p{L}\\p{Nd}._ -]", "_");
        if (safe.length() > LONGEST) {
            safe = safe.substring(0, LONGEST);
        }
        return safe.isBlank() || safe.startsWith(".") ? "_" + safe : safe;
    }
}

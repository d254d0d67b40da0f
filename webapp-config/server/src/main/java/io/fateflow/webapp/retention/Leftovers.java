package io.fateflow.webapp.retention;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.fateflow.engine.housekeeping.FileRetention;
import io.fateflow.engine.housekeeping.Retention;
import io.fateflow.webapp.home.FateHome;

/** Removes files of requests that broke off: multipart parts that a server left when it was killed. */
final class Leftovers implements FileRetention {

    private final Path directory;

    Leftovers(FateHome home) {
        this.directory = home.home().resolve("tmp");
    }

    @Override
    public int tidy(Retention retention, long now) throws IOException {
        long before = now - retention.leftovers().toMillis();
        int removed = 0;
        for (Path file : files()) {
            if (Files.getLastModifiedTime(file).toMillis() < before && Files.deleteIfExists(file)) {
                removed++;
            }
        }
        return removed;
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> listed = Files.walk(directory)) {
            return listed.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }
    }
}

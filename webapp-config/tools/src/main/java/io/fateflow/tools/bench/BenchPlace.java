package io.fateflow.tools.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.springframework.util.FileSystemUtils;

/** A folder that goes when a bench has ended, and as far as others let go of it when it is stopped. */
final class BenchPlace implements AutoCloseable {

    private final Path path;
    private final Thread atExit;

    private BenchPlace(Path path) {
        this.path = path;
        this.atExit = new Thread(this::delete);
    }

    static BenchPlace make() throws IOException {
        BenchPlace place = new BenchPlace(Files.createTempDirectory("fate-flow-bench"));
        Runtime.getRuntime().addShutdownHook(place.atExit);
        return place;
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        delete();
    }

    private void delete() {
        try {
            FileSystemUtils.deleteRecursively(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

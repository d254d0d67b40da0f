package io.fateflow.worker.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;

/** Touches a file as long as this process gets to run: a worker sees from it whether the executor hangs. */
final class ExecutorHeartbeat {

    /** One sign less says little; the worker waits for several. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final Path file;

    private ExecutorHeartbeat(Path file) {
        this.file = file;
    }

    /** The first sign is there when this returns. */
    static void start(Path file) throws IOException {
        ExecutorHeartbeat signs = new ExecutorHeartbeat(file);
        signs.give();
        new Rhythm("signs-of-life", PAUSE, signs::give).start();
    }

    private void give() throws IOException {
        if (Files.exists(file)) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
        } else {
            Files.createFile(file);
        }
    }
}

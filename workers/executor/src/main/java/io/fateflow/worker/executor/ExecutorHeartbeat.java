package io.fateflow.worker.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;

import io.fateflow.worker.api.RunFiles;

/**
 * Touches a file as long as this process gets to run: a worker sees from it whether the executor hangs. While the executor
 * runs a program that touches such a file of its own, it is the program's signs that are handed on.
 */
final class ExecutorHeartbeat {

    /** One sign less says little; the worker waits for several. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final Path file;
    private final Path ofProgram;

    ExecutorHeartbeat(Path file) {
        this.file = file;
        this.ofProgram = file.resolveSibling(RunFiles.PROGRAM).resolve(RunFiles.SIGN_OF_LIFE);
    }

    /** The first sign is there when this returns. */
    static void start(Path file) throws IOException {
        ExecutorHeartbeat signs = new ExecutorHeartbeat(file);
        signs.give();
        new Rhythm("signs-of-life", PAUSE, signs::give).start();
    }

    void give() throws IOException {
        if (Files.exists(file)) {
            Files.setLastModifiedTime(file, lastSign());
        } else {
            Files.createFile(file);
        }
    }

    private FileTime lastSign() throws IOException {
        try {
            return Files.getLastModifiedTime(ofProgram);
        } catch (NoSuchFileException none) {
            return FileTime.from(Instant.now());
        }
    }
}

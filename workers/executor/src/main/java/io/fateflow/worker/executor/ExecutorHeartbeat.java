package io.fateflow.worker.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Touches a file as long as this process gets to run: a worker sees from it whether the executor hangs. */
final class ExecutorHeartbeat implements Runnable {

    private static final long RHYTHM_SECONDS = 5;

    private final Path file;

    private ExecutorHeartbeat(Path file) {
        this.file = file;
    }

    /** The first sign is there when this returns. */
    static void start(Path file) throws IOException {
        ExecutorHeartbeat signs = new ExecutorHeartbeat(file);
        signs.give();
        Thread thread = new Thread(signs, "signs-of-life");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (true) {
                TimeUnit.SECONDS.sleep(RHYTHM_SECONDS);
                tryToGive();
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    /** One sign less says little; the worker waits for several. */
    private void tryToGive() {
        try {
            give();
        } catch (IOException e) {
            System.err.println("no sign of life: " + e.getMessage());
        }
    }

    private void give() throws IOException {
        if (Files.exists(file)) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
        } else {
            Files.createFile(file);
        }
    }
}

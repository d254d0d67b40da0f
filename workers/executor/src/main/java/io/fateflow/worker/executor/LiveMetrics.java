package io.fateflow.worker.executor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

import io.fateflow.worker.api.RunFiles;
import io.fateflow.worker.component.Results;

/**
 * Writes what the component has measured to a file while it runs, at most once a second: the worker takes it to the server.
 * Nothing depends on it; the result has all of it again.
 */
final class LiveMetrics {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Path file;
    private final Results results;
    private long written;

    LiveMetrics(Path file, Results results) {
        this.file = file;
        this.results = results;
    }

    static void start(Path file, Results results) {
        new Rhythm("live-metrics", PAUSE, new LiveMetrics(file, results)::write).start();
    }

    /** Writes them if they have changed; whoever reads the file sees all of it or what was there before. */
    void write() throws IOException {
        long now = results.metricChanges();
        if (now == written) {
            return;
        }
        written = now;
        byte[] metrics = results.metricsSoFar().toString().getBytes(StandardCharsets.UTF_8);
        if (metrics.length <= RunFiles.MOST_METRICS) {
            Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
            Files.write(unfinished, metrics);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}

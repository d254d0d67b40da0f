package io.fateflow.worker.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.process.PrivateFiles;

/**
 * The JVM's archive of the classes that executors load, next to their jars. It is only for speed: without it, or when it
 * does not fit the JVM, executors start all the same.
 */
final class ClassArchive implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ClassArchive.class);

    private final Path directory;
    private final AtomicReference<@Nullable WarmUpProcess> warmUp = new AtomicReference<>();

    ClassArchive(Path directory) {
        this.directory = directory.toAbsolutePath();
    }

    /** Of this JVM only: another one would refuse it. */
    Path file() {
        return directory.resolve("executor-" + Runtime.version().feature() + ".jsa");
    }

    /** Makes the archive in the background, unless it is there. */
    void prepare(BiFunction<List<String>, List<String>, List<String>> command) throws IOException {
        if (Files.exists(file())) {
            return;
        }
        Path scratch = Files.createDirectory(directory.resolve("warm-up-" + UUID.randomUUID()));
        Path unfinished = scratch.resolve("executor.jsa");
        Process process = new ProcessBuilder(command.apply(
                        List.of("-XX:ArchiveClassesAtExit=" + unfinished), List.of("--warm_up", scratch.toString())))
                .directory(scratch.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        warmUp.set(new WarmUpProcess(
                process, process.onExit().thenAccept(ended -> publish(ended.exitValue(), scratch, unfinished))));
    }

    @Override
    public void close() {
        WarmUpProcess running = warmUp.get();
        if (running != null) {
            running.process().destroyForcibly();
            running.published().join();
        }
    }

    private void publish(int exitCode, Path scratch, Path unfinished) {
        try {
            if (exitCode == 0 && Files.exists(unfinished)) {
                PrivateFiles.open(unfinished, "rw-r--r--");
                Files.move(unfinished, file(), StandardCopyOption.ATOMIC_MOVE);
            }
            Directories.delete(scratch);
        } catch (IOException e) {
            log.warn("no class archive for executors, they start more slowly", e);
        }
    }

    private record WarmUpProcess(Process process, CompletableFuture<Void> published) {}
}

package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.run.RunDirectories;
import io.fateflow.worker.run.RunDirectory;

/**
 * Remembers on disk which tasks one start of a worker holds, so that whoever comes after it finds their executors again.
 * It is locked as long as it is somebody's.
 */
final class Journal implements AutoCloseable {

    static final String OWNER = "owner";
    static final String LOCK = "lock";

    private static final Logger log = LoggerFactory.getLogger(Journal.class);
    private static final String SUFFIX = ".json";

    private final String workerId;
    private final Path directory;
    private final FileChannel lock;
    private final RunDirectories runs;

    /** @param lock held already */
    Journal(String workerId, Path directory, FileChannel lock, RunDirectories runs) {
        this.workerId = workerId;
        this.directory = directory;
        this.lock = lock;
        this.runs = runs;
    }

    /** Whose it is, or was. */
    String workerId() {
        return workerId;
    }

    void add(HeldTask held) throws IOException {
        Path unfinished = directory.resolve(held.run().workerId() + ".tmp");
        ConfigFile.write(unfinished, held.toJson());
        Files.move(unfinished, file(held.run()), StandardCopyOption.REPLACE_EXISTING);
    }

    void remove(RunDirectory run) throws IOException {
        Files.deleteIfExists(file(run));
    }

    /** Goes on with what is noted in another one. */
    void add(Journal ended) throws IOException {
        for (Path file : ended.files()) {
            Files.move(file, directory.resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** All tasks that were neither reported nor given up. */
    List<HeldTask> read() throws IOException {
        List<HeldTask> held = new ArrayList<>();
        for (Path file : files()) {
            read(file).ifPresent(held::add);
        }
        return held;
    }

    /** Lets go of it: what is still noted is left to whoever comes next; if there is nothing, nothing is left. */
    @Override
    public void close() throws IOException {
        if (files().isEmpty()) {
            delete();
        } else {
            JournalOwner.writeEnded(directory.resolve(OWNER), workerId);
        }
        lock.close();
    }

    /** Lets go of it as it is. */
    void release() throws IOException {
        lock.close();
    }

    private void delete() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(directory);
    }

    private List<Path> files() throws IOException {
        List<Path> all = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            files.forEach(all::add);
        }
        return all;
    }

    private Optional<HeldTask> read(Path file) {
        try {
            ObjectNode json = ConfigFile.read(file);
            ExecutorTask task = HeldTask.task(json);
            String name = file.getFileName().toString();
            RunDirectory run = runs.open(HeldTask.key(task), name.substring(0, name.length() - SUFFIX.length()));
            return Optional.of(new HeldTask(
                    task, run, HeldTask.command(json), json.path("start_time").asLong()));
        } catch (IOException | IllegalArgumentException e) {
            log.error("cannot read {}; its executor, if it runs, is not watched", file, e);
            return Optional.empty();
        }
    }

    private Path file(RunDirectory run) {
        return directory.resolve(run.workerId() + SUFFIX);
    }
}

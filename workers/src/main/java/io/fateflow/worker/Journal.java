package io.fateflow.worker;

import java.io.IOException;
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

import io.fateflow.worker.run.RunDirectories;
import io.fateflow.worker.run.RunDirectory;

/** Remembers on disk which tasks this worker holds, so that a restarted worker finds their executors again. */
final class Journal {

    private static final Logger log = LoggerFactory.getLogger(Journal.class);
    private static final String SUFFIX = ".json";

    private final Path directory;
    private final RunDirectories runs;

    Journal(Path directory, RunDirectories runs) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.runs = runs;
    }

    void add(HeldTask held) throws IOException {
        Path unfinished = directory.resolve(held.run().workerId() + ".tmp");
        ConfigFile.write(unfinished, held.toJson());
        Files.move(unfinished, file(held.run()), StandardCopyOption.REPLACE_EXISTING);
    }

    void remove(RunDirectory run) throws IOException {
        Files.deleteIfExists(file(run));
    }

    /** All tasks that were neither reported nor given up. */
    List<HeldTask> read() throws IOException {
        List<HeldTask> held = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            for (Path file : files) {
                read(file).ifPresent(held::add);
            }
        }
        return held;
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

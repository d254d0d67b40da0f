package io.fateflow.worker.run;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** A worker's directories of jobs and logs, as FATE lays them out. */
public final class RunDirectories {

    private static final String ATTEMPT = "attempt";

    private final Path work;

    public RunDirectories(Path work) {
        this.work = work;
    }

    /**
     * The run directory of an attempt: a new one, or the one that was made for it before. This is the fence that keeps
     * an attempt from being started twice.
     */
    public Claim claim(RunKey key) throws IOException {
        Path version = Files.createDirectories(work.resolve("jobs").resolve(key.directory()));
        String workerId = UUID.randomUUID().toString().replace("-", "");
        Path attempt = version.resolve(ATTEMPT);
        try {
            Files.writeString(attempt, workerId, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException startedBefore) {
            return new Claim(open(key, Files.readString(attempt).strip()), false);
        }
        RunDirectory run = open(key, workerId);
        run.create();
        return new Claim(run, true);
    }

    /** The run directory that has this id. */
    public RunDirectory open(RunKey key, String workerId) {
        if (!workerId.matches("[0-9a-f]{32}")) {
            throw new IllegalArgumentException("not the id of a run: " + workerId);
        }
        Path run = work.resolve("jobs").resolve(key.directory()).resolve("task_executor");
        Path logs = work.resolve("logs").resolve(key.logs());
        return new RunDirectory(workerId, run.resolve(workerId), logs);
    }

    /**
     * A run directory.
     *
     * @param isNew whether it was made now
     */
    public record Claim(RunDirectory run, boolean isNew) {}
}

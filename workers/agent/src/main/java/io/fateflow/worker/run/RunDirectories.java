package io.fateflow.worker.run;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A worker's directories of jobs and logs, as FATE lays them out. */
public final class RunDirectories {

    private static final String ATTEMPT = "attempt";

    private static final Logger log = LoggerFactory.getLogger(RunDirectories.class);

    private final Path work;
    private final Optional<UserIds> ids;
    private final ExecutorUsers users;

    /** Of executors that have the worker's user, and of those that were given one of their own before. */
    public RunDirectories(Path work) {
        this(work, Optional.empty());
    }

    /** @param ids of users that new executors get for themselves */
    public RunDirectories(Path work, Optional<UserIds> ids) {
        this.work = work;
        this.ids = ids;
        this.users = new ExecutorUsers(work);
    }

    /**
     * The run directory of an attempt: a new one, or the one that was made for it before. This is the fence that keeps
     * an attempt from being started twice.
     */
    public Claim claim(RunKey key) throws IOException {
        return claim(key, Optional.empty());
    }

    /**
     * As {@link #claim(RunKey)}.
     *
     * @param ahead a directory in which an executor waits for an attempt, on the same disk, with a name of {@link #newId}: if the
     *     run directory is a new one, then it is this one
     */
    public Claim claim(RunKey key, Optional<Path> ahead) throws IOException {
        Path version = Files.createDirectories(work.resolve("jobs").resolve(key.directory()));
        String workerId =
                ahead.map(directory -> directory.getFileName().toString()).orElseGet(RunDirectories::newId);
        Path attempt = version.resolve(ATTEMPT);
        try {
            Files.writeString(attempt, workerId, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException startedBefore) {
            return new Claim(open(key, Files.readString(attempt).strip()), false);
        }
        if (ids.isPresent()) {
            users.claim(workerId, open(key, workerId).path(), ids.get());
        }
        RunDirectory run = open(key, workerId);
        if (ahead.isPresent()) {
            become(ahead.get(), run.path());
        }
        run.create();
        return new Claim(run, true);
    }

    /** Has others use the user of an executor of which nothing lives. */
    public void release(RunDirectory run) throws IOException {
        users.release(run.workerId());
    }

    /** Without it a directory is made, and whoever waits in the other one is not used. */
    private static void become(Path ahead, Path run) throws IOException {
        Files.createDirectories(run.getParent());
        try {
            Files.move(ahead, run, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            log.warn("an executor that was started ahead cannot be used: {} cannot become {}", ahead, run, e);
        }
    }

    /** Names a run, and what its executor starts. */
    public static String newId() {
        return UUID.randomUUID().toString().replace("-", "");
    }

    /** The run directory that has this id. */
    public RunDirectory open(RunKey key, String workerId) {
        if (!workerId.matches("[0-9a-f]{32}")) {
            throw new IllegalArgumentException("not the id of a run: " + workerId);
        }
        Path run = work.resolve("jobs").resolve(key.directory()).resolve("task_executor");
        Path logs = work.resolve("logs").resolve(key.logs());
        return new RunDirectory(workerId, run.resolve(workerId), logs, users.of(workerId));
    }

    /**
     * A run directory.
     *
     * @param isNew whether it was made now
     */
    public record Claim(RunDirectory run, boolean isNew) {}
}

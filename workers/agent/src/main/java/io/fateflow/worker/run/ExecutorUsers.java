package io.fateflow.worker.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

import io.fateflow.worker.process.PrivateFiles;
import io.fateflow.worker.process.ProcessGroup;
import io.fateflow.worker.process.ProcessIdentity;

/**
 * Which executor has which user. Each has one for itself as long as anything of it lives, whatever becomes of the worker: it stands in a
 * file named by the run.
 */
final class ExecutorUsers {

    /** A file lock is a process's: threads need one of their own. */
    private static final ReentrantLock THREADS = new ReentrantLock();

    private final Path held;
    private final Path registry;
    private final Path files;

    /** @param work a worker's directory */
    ExecutorUsers(Path work) {
        this.held = work.resolve("held");
        this.registry = work.resolve("users");
        this.files = work.resolve("own");
    }

    /** Of a run; empty if its executor has the worker's own. */
    Optional<ExecutorUser> of(String workerId) {
        try {
            return Optional.of(user(workerId, Files.readString(registry.resolve(workerId))));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException e) {
            throw new IllegalStateException("cannot read which user the run " + workerId + " has", e);
        }
    }

    /**
     * Gives a run a user that has no process, and no other run.
     *
     * @throws IOException FFB-5248 if there is none
     */
    ExecutorUser claim(String workerId, Path run, UserIds ids) throws IOException {
        PrivateFiles.directory(registry);
        THREADS.lock();
        try (FileChannel channel =
                FileChannel.open(registry.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock();
            Set<Integer> taken = new HashSet<>(taken().values());
            for (int id : ids.all().toArray()) {
                if (!taken.contains(id) && ProcessGroup.isWithoutProcess(id)) {
                    ExecutorUser user = new ExecutorUser(id, files.resolve(workerId));
                    Path unfinished = Files.writeString(registry.resolve("." + workerId), id + " " + run);
                    Files.move(unfinished, registry.resolve(workerId), StandardCopyOption.ATOMIC_MOVE);
                    user.create();
                    return user;
                }
            }
            throw new IOException(("FFB-5248 no executor can be started as a user of its own: all of %s have one or"
                            + " processes%nWhat to do: give the worker more ids than it runs executors")
                    .formatted(ids));
        } finally {
            THREADS.unlock();
        }
    }

    /** Lets others have it; what is left of the run is closed to them. */
    void release(String workerId) throws IOException {
        Optional<ExecutorUser> user = of(workerId);
        if (user.isPresent()) {
            user.get().close();
            Files.deleteIfExists(registry.resolve(workerId));
        }
    }

    /** By run. One that has ended, and that no worker holds any more, counts no more: a crash was faster than its release. */
    private Map<String, Integer> taken() throws IOException {
        Map<String, Integer> taken = new HashMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(registry, "[0-9a-f]*")) {
            for (Path file : all) {
                String[] parts = Files.readString(file).split(" ", 2);
                String workerId = file.getFileName().toString();
                int id = Integer.parseInt(parts[0]);
                boolean isOver = !isHeld(workerId)
                        && isOver(new RunDirectory(workerId, Path.of(parts[1]), Path.of(parts[1])))
                        && ProcessGroup.isWithoutProcess(id)
                        // another worker may have been about to take it over
                        && !isHeld(workerId);
                if (isOver) {
                    release(workerId);
                } else {
                    taken.put(workerId, id);
                }
            }
        }
        return taken;
    }

    /** By the journal of a worker, which notes a run before its executor is started, and until its end is told. */
    private boolean isHeld(String workerId) throws IOException {
        if (!Files.isDirectory(held)) {
            return false;
        }
        try (Stream<Path> files = Files.find(
                held, 2, (path, attributes) -> path.getFileName().toString().equals(workerId + ".json"))) {
            return files.findAny().isPresent();
        }
    }

    private static boolean isOver(RunDirectory run) throws IOException {
        // one that is only about to be prepared has no file yet, and is not over
        return run.exitCode().isPresent()
                || (run.isDecided()
                        && !run.launcher().map(ProcessIdentity::isAlive).orElse(false));
    }

    private ExecutorUser user(String workerId, String entry) {
        return new ExecutorUser(Integer.parseInt(entry.split(" ", 2)[0]), files.resolve(workerId));
    }
}

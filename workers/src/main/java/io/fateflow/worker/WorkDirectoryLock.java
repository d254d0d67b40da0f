package io.fateflow.worker;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps a second worker out of a work directory, where it would adopt executors that are watched already. */
final class WorkDirectoryLock implements AutoCloseable {

    private final FileChannel file;

    private WorkDirectoryLock(FileChannel file) {
        this.file = file;
    }

    static WorkDirectoryLock acquire(Path work) throws IOException {
        Files.createDirectories(work);
        FileChannel file =
                FileChannel.open(work.resolve("worker.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!tryLock(file)) {
            file.close();
            throw new IOException(
                    "another worker uses the work directory " + work + "; stop it, or choose another directory");
        }
        return new WorkDirectoryLock(file);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private static boolean tryLock(FileChannel file) throws IOException {
        try {
            FileLock lock = file.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            return false;
        }
    }
}

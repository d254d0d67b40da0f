package io.fateflow.webapp.atrest;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/** One at a time of all servers that share a home; for moments. There is one of it for a file and a process. */
final class HomeLock {

    private final Path file;
    private final ReentrantLock here = new ReentrantLock();

    HomeLock(Path file) {
        this.file = file;
    }

    /** What is done meanwhile. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws IOException;
    }

    <T> T during(Work<T> work) throws IOException {
        here.lock();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (!lock.isValid()) {
                throw new IOException("the lock on " + file + " was lost");
            }
            return work.run();
        } finally {
            here.unlock();
        }
    }
}

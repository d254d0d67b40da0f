package io.fateflow.transfer;

import java.io.IOException;
import java.nio.file.Path;

import io.fateflow.worker.files.FreeSpace;

/**
 * Room on the spool's disk.
 *
 * @param keepFree bytes that are never filled: the database and the logs may be on the same disk
 */
public record DiskSpace(long keepFree) {

    /** How many bytes may be written between two looks. */
    static final long STRIDE = 16L << 20;

    /** @throws NoSpaceException if so many bytes more would leave too little */
    void require(Path directory, long bytes) throws IOException {
        long free = FreeSpace.at(directory);
        if (free - bytes < keepFree) {
            throw new NoSpaceException(free, keepFree);
        }
    }
}

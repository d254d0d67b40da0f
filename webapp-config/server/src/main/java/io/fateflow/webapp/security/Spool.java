package io.fateflow.webapp.security;

import java.io.IOException;
import java.nio.file.Path;

import org.springframework.util.unit.DataSize;

import io.fateflow.worker.files.FreeSpace;

/**
 * Where files that come with requests are kept.
 *
 * @param keepFree of its disk: the embedded database may be on it
 */
record Spool(Path directory, DataSize keepFree) {

    /** How much is written between two looks. */
    static final long STRIDE = 16L << 20;

    /** @throws BodyRefusedException if so many bytes more would leave too little */
    void require(long bytes) throws IOException {
        if (FreeSpace.at(directory) - bytes < keepFree.toBytes()) {
            throw BodyRefusedException.noDisk(directory, keepFree);
        }
    }
}

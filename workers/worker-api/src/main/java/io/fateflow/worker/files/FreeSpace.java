package io.fateflow.worker.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Room on the disk of a directory. {@link Files#getFileStore} would look for the mount that it is on first, and fails where a
 * process does not see that, as below a changed root.
 */
public final class FreeSpace {

    private FreeSpace() {}

    /**
     * Bytes that this user may still write there.
     *
     * @throws NoSuchFileException if it is not there
     */
    public static long at(Path directory) throws IOException {
        long usable = directory.toFile().getUsableSpace();
        if (usable == 0 && !Files.exists(directory)) {
            throw new NoSuchFileException(directory.toString());
        }
        return usable;
    }
}

package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;

import io.fateflow.worker.files.FreeSpace;

/**
 * Whether there is room for another executor's files.
 *
 * @param directory where they are written
 * @param minimum bytes that must be free; 0 if that does not matter
 * @param usable bytes that are free; -1 if the file system does not tell
 */
record FreeDisk(Path directory, long minimum, LongSupplier usable) {

    private static final long MEGABYTE = 1024 * 1024;

    static FreeDisk of(Path directory, long minimum) {
        return new FreeDisk(directory, minimum, () -> {
            try {
                return FreeSpace.at(directory);
            } catch (IOException unknown) {
                return -1;
            }
        });
    }

    /** Why no executor can be started; empty if one can. */
    String trouble() {
        long free = usable.getAsLong();
        if (free < 0 || free >= minimum) {
            return "";
        }
        return "FFB-4001 only %d MB are free in %s, and an executor is started only with %d MB (fate.worker.min-free-disk):"
                        .formatted(free / MEGABYTE, directory, minimum / MEGABYTE)
                + " delete old jobs and logs there, or give it more disk";
    }
}

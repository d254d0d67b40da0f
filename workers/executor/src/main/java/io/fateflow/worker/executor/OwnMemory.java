package io.fateflow.worker.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much memory this process has used at most: nobody else can tell once it has ended. */
final class OwnMemory {

    private static final String PEAK = "VmHWM:";

    private OwnMemory() {}

    /** The largest resident set, or 0 where the system does not tell. */
    static long peakBytes() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith(PEAK)) {
                    return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
                }
            }
            return 0;
        } catch (IOException noProc) {
            return 0;
        }
    }
}

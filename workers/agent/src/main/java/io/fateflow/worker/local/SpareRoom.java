package io.fateflow.worker.local;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;

/** What this machine has for that which nobody waits for. */
interface SpareRoom {

    /** Whether a core is idle, by what was done since this was last asked; also if nobody knows. */
    boolean hasCore();

    /** Whether there is memory that nobody misses; not if nobody knows. */
    boolean hasMemory();

    /** By what Linux tells. */
    final class OfThisMachine implements SpareRoom {

        /** To start an executor keeps one core busy for a third of a second. */
        private static final double MOST_BUSY = 0.75;

        private static final long LEAST_MEGABYTES = 1024;
        private static final Path MEMORY = Path.of("/proc/meminfo");
        private static final Pattern AVAILABLE = Pattern.compile("MemAvailable: +([0-9]{1,15}) kB");

        @Override
        public boolean hasCore() {
            return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                            .getCpuLoad()
                    < MOST_BUSY;
        }

        @Override
        public boolean hasMemory() {
            return megabytes(MEMORY).orElse(0L) >= LEAST_MEGABYTES;
        }

        /** What programs can still get. */
        static Optional<Long> megabytes(Path file) {
            try (Stream<String> lines = Files.lines(file)) {
                return lines.map(AVAILABLE::matcher)
                        .filter(Matcher::matches)
                        .map(available -> Long.parseLong(available.group(1)) / 1024)
                        .findFirst();
            } catch (IOException e) {
                return Optional.empty();
            }
        }
    }
}

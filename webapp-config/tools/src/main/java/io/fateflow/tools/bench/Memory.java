package io.fateflow.tools.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** How much memory this process takes, in megabytes. */
final class Memory {

    private Memory() {}

    /** The JVM gives memory back to the system little by little: the smallest of some looks. */
    static long settledRss() throws IOException, InterruptedException {
        long smallest = rss();
        for (int look = 0; look < 10; look++) {
            TimeUnit.MILLISECONDS.sleep(300);
            smallest = Math.min(smallest, rss());
        }
        return smallest;
    }

    /** What is left of the heap when nothing of it is garbage. */
    @SuppressWarnings("SystemGc")
    static long liveHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / (1024 * 1024);
    }

    /** Zero where there is no {@code /proc}. */
    private static long rss() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                .findFirst()
                .orElse(0);
    }
}

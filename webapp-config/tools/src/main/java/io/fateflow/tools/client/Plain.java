package io.fateflow.tools.client;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** Values as people read them. */
final class Plain {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final long SECOND = 1_000;

    private Plain() {}

    /** Other people's text without characters that steer a terminal. */
    static String text(String text) {
        return text.replace("\t", "    ").replaceAll("[\\p{Cntrl}&&[^\\n]]", "?");
    }

    /** Of this machine's zone; empty for none. */
    static String time(@Nullable Long millis) {
        return millis == null || millis == 0
                ? ""
                : TIME.format(Instant.ofEpochMilli(millis).atZone(ZoneId.systemDefault()));
    }

    /** Such as {@code 1:02:03}, or {@code 4.5 s}; empty for none. */
    static String duration(@Nullable Long millis) {
        if (millis == null) {
            return "";
        }
        Duration time = Duration.ofMillis(millis);
        return millis < 60 * SECOND
                ? String.format(Locale.ROOT, "%.1f s", millis / (double) SECOND)
                : String.format(
                        Locale.ROOT, "%d:%02d:%02d", time.toHours(), time.toMinutesPart(), time.toSecondsPart());
    }
}

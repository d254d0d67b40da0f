package io.fateflow.federation.status;

import java.util.Locale;
import java.util.Set;

/** What statuses of jobs and of tasks have in common. */
public sealed interface Status permits JobStatus, TaskStatus {

    /** Those of which nothing follows by itself. */
    Set<String> ENDS = Set.of("CANCELED", "TIMEOUT", "FAILED", "PASS", "SUCCESS");

    String name();

    /** As FATE's clients and rows spell it. */
    default String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it has ended: nothing of it runs any more. */
    default boolean isEnd() {
        return ENDS.contains(name());
    }

    /** Whether all went well, so that dependent components may start. */
    default boolean isSuccess() {
        return name().equals("PASS") || name().equals("SUCCESS");
    }
}

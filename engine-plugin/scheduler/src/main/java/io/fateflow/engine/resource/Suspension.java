package io.fateflow.engine.resource;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A job starts nothing until somebody resumes it; what runs goes on.
 *
 * @param since epoch milliseconds
 */
public record Suspension(String by, long since) {

    /** As a waiting job says it. */
    public String reason() {
        return "suspended by %s since %s, until job/resume"
                .formatted(by, Instant.ofEpochMilli(since).truncatedTo(ChronoUnit.SECONDS));
    }
}

package io.fateflow.engine.task;

import org.jspecify.annotations.Nullable;

import io.fateflow.database.Texts;
import io.fateflow.federation.status.TaskStatus;

/**
 * How a party on another site says that its attempt is doing. Times are epoch milliseconds, null as long as there are none.
 *
 * @param error for users; empty when there is none, or the party does not say
 */
public record ReportedStatus(
        TaskStatus status,
        @Nullable Long startTime,
        @Nullable Long endTime,
        @Nullable Long elapsed,
        String error) {

    public ReportedStatus {
        error = Texts.cleaned(error);
    }
}

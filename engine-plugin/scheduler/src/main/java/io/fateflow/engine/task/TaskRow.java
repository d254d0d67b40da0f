package io.fateflow.engine.task;

import org.jspecify.annotations.Nullable;

import io.fateflow.federation.status.TaskStatus;

/**
 * What the scheduler needs of one row of {@code task}.
 *
 * @param waiterInstanceId the initiator's {@code fate-task} instance that waits for this attempt
 * @param waitReason why it waits, null when it does not
 * @param exitReason why its executor ended, null before
 * @param demand what it needs of one node, as JSON; null if it needs cores and nothing else
 */
public record TaskRow(
        String jobId,
        TaskKey key,
        String componentName,
        String module,
        String initiatorRole,
        String initiatorPartyId,
        TaskStatus status,
        TaskStatus partyStatus,
        int autoRetries,
        int autoRetryDelaySeconds,
        @Nullable String waiterInstanceId,
        @Nullable String waitReason,
        String errorReport,
        @Nullable String exitReason,
        @Nullable Integer exitCode,
        @Nullable String demand) {

    /** How a worker calls the end of an executor that no other attempt would help. */
    private static final String INVALID_INPUT = "invalid_input";

    /** Whether it failed of what the user gave, so that another attempt would end in the same way. */
    public boolean failedOfItsInput() {
        return INVALID_INPUT.equals(exitReason);
    }
}

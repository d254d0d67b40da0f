package io.fateflow.engine.task;

import org.jspecify.annotations.Nullable;

import io.fateflow.dsl.Party;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.worker.api.ExecutorReport;

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
        Party initiator,
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

    /** After it has ended at its party. */
    public TaskRow ended(ExecutorReport report) {
        return copy(status, TaskStatus.of(report.status()), waiterInstanceId, waitReason, report);
    }

    /** After its start. */
    public TaskRow started(String waiter) {
        return copy(TaskStatus.RUNNING, partyStatus, waiter, null, null);
    }

    /** With another federated status. */
    TaskRow with(TaskStatus federated) {
        return copy(federated, partyStatus, waiterInstanceId, waitReason, null);
    }

    private TaskRow copy(
            TaskStatus federated,
            TaskStatus atParty,
            @Nullable String waiter,
            @Nullable String reason,
            @Nullable ExecutorReport report) {
        return new TaskRow(
                jobId,
                key,
                componentName,
                module,
                initiator,
                federated,
                atParty,
                autoRetries,
                autoRetryDelaySeconds,
                waiter,
                reason,
                report == null ? errorReport : report.errorReport(),
                report == null ? exitReason : report.exitReason(),
                report == null ? exitCode : report.exitCode(),
                demand);
    }
}

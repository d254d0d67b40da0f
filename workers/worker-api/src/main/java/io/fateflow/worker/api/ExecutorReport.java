package io.fateflow.worker.api;

import java.util.List;
import java.util.Objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * How an executor process ended.
 *
 * @param status {@code success}, {@code pass} or {@code failed}
 * @param exitReason why, in one word: {@code exited}, {@code signal}, {@code out_of_memory}, {@code timeout},
 *     {@code hung}, {@code disk_full}, {@code lost}, {@code result_refused}, {@code not_started}
 * @param exitCode the process's exit code, where there was one
 * @param errorReport the error for the user, empty on success; never a secret, never a row of data
 * @param command the argument list it was started with
 * @param pid the executor's process id, or 0 if it was never started
 * @param startTime epoch milliseconds
 * @param endTime epoch milliseconds
 * @param peakMemoryBytes largest resident set seen, or 0 if unknown
 * @param cpuMillis CPU time used, or 0 if unknown
 * @param result what the component left in {@code result.json}: outputs, tables, metrics, summary; absent when it left
 *     nothing
 */
public record ExecutorReport(
        String status,
        String exitReason,
        @Nullable Integer exitCode,
        String errorReport,
        List<String> command,
        long pid,
        long startTime,
        long endTime,
        long peakMemoryBytes,
        long cpuMillis,
        @Nullable ObjectNode result) {

    private static final String FAILED = "failed";

    /** Workers may leave out what they do not know, but not how it ended. */
    public ExecutorReport {
        Objects.requireNonNull(status, "status");
        exitReason = Objects.requireNonNullElse(exitReason, ExitReason.EXITED.wire());
        errorReport = Objects.requireNonNullElse(errorReport, "");
        command = Objects.requireNonNullElse(command, List.of());
    }

    /** The same end with other results. */
    public ExecutorReport with(@Nullable ObjectNode otherResult) {
        return new ExecutorReport(
                status,
                exitReason,
                exitCode,
                errorReport,
                command,
                pid,
                startTime,
                endTime,
                peakMemoryBytes,
                cpuMillis,
                otherResult);
    }

    /** The same end as a failure for another reason, without results. */
    public ExecutorReport failed(ExitReason otherReason, String why) {
        return new ExecutorReport(
                FAILED,
                otherReason.wire(),
                exitCode,
                why,
                command,
                pid,
                startTime,
                endTime,
                peakMemoryBytes,
                cpuMillis,
                null);
    }

    /**
     * A failure of which no process can say anything.
     *
     * @param startTime epoch milliseconds
     * @param endTime epoch milliseconds
     */
    public static ExecutorReport withoutProcess(ExitReason reason, String why, long startTime, long endTime) {
        return new ExecutorReport(FAILED, reason.wire(), null, why, List.of(), 0, startTime, endTime, 0, 0, null);
    }
}

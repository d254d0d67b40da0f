package io.fateflow.engine.task;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.fateflow.federation.status.TaskStatus;

/**
 * How an attempt ended at one party.
 *
 * @param status an end status
 * @param exitReason one word, such as {@code exited}, {@code signal}, {@code lost}
 * @param errorReport for the user; empty on success
 * @param command the argument list of the executor, empty if none was started
 * @param peakMemoryBytes 0 if unknown
 * @param cpuMillis 0 if unknown
 */
public record PartyOutcome(
        TaskStatus status,
        String exitReason,
        @Nullable Integer exitCode,
        String errorReport,
        List<String> command,
        long pid,
        long startTime,
        long endTime,
        long peakMemoryBytes,
        long cpuMillis) {}

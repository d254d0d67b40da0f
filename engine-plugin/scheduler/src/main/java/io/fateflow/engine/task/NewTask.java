package io.fateflow.engine.task;

import org.jspecify.annotations.Nullable;

import io.fateflow.dsl.Party;

/**
 * A task row that is about to be written, waiting.
 *
 * @param runsHere whether this site serves the party; if not, the row holds what the party reports
 * @param demand what it needs of one node, as JSON; null if it needs cores and nothing else
 */
public record NewTask(
        String jobId,
        TaskKey key,
        String componentName,
        String module,
        Party initiator,
        String federatedMode,
        String statusCollectType,
        int autoRetries,
        int autoRetryDelaySeconds,
        boolean runsHere,
        @Nullable String demand) {}

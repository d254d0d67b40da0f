package io.fateflow.engine.task;

import io.fateflow.dsl.Party;

/**
 * A task row that is about to be written, waiting.
 *
 * @param runsHere whether this site serves the party; if not, the row holds what the party reports
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
        boolean runsHere) {}

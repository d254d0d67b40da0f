package io.fateflow.engine.job;

import org.jspecify.annotations.Nullable;

import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.Resources;
import io.fateflow.federation.status.JobStatus;

/**
 * What the scheduler needs of one row of {@code job}.
 *
 * @param taskResources what one task takes at this party
 * @param gateSlots {@code task_parallelism}
 * @param waitReason why it waits for resources, null when it does not
 * @param needsNodes whether some of its components on this site need more than cores
 * @param waitEngine whose cores it waits for, if that is what it waits for
 */
public record JobRow(
        String jobId,
        Party party,
        Party initiator,
        JobStatus status,
        Resources taskResources,
        int gateSlots,
        int progress,
        long createTime,
        @Nullable String waitReason,
        @Nullable String waitEngine,
        String errorReport,
        boolean needsNodes) {

    /** What the whole job takes at this party: as much as {@code task_parallelism} tasks at once. */
    public Resources jobResources() {
        return taskResources.times(gateSlots);
    }

    public boolean isInitiator() {
        return party.equals(initiator);
    }
}

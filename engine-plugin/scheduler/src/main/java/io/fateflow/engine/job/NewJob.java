package io.fateflow.engine.job;

import org.jspecify.annotations.Nullable;

import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.Resources;
import io.fateflow.federation.status.JobStatus;

/**
 * A job row that is about to be written.
 *
 * @param rolesJson FATE's {@code roles} object
 * @param usersJson FATE's {@code user} object
 * @param confOnPartyJson {@code runtime_conf_on_party}
 * @param dag what each component takes data from, as JSON; null if none needs more than cores here
 * @param status waiting, or ready until an initiator on another site says that it waits
 */
public record NewJob(
        String jobId,
        Party party,
        Party initiator,
        String userId,
        String name,
        String rolesJson,
        String usersJson,
        String confOnPartyJson,
        Resources taskResources,
        int gateSlots,
        @Nullable String dag,
        JobStatus status) {}

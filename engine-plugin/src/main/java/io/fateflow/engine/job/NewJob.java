package io.fateflow.engine.job;

import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.Resources;

/**
 * A job row that is about to be written, waiting.
 *
 * @param rolesJson FATE's {@code roles} object
 * @param usersJson FATE's {@code user} object
 * @param confOnPartyJson {@code runtime_conf_on_party}
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
        int gateSlots) {}

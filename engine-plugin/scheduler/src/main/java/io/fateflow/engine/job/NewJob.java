package io.fateflow.engine.job;

import io.fateflow.dsl.Party;
import io.fateflow.federation.status.JobStatus;

/**
 * A job row that is about to be written.
 *
 * @param rolesJson FATE's {@code roles} object
 * @param usersJson FATE's {@code user} object
 * @param project that it is of here; empty if of none
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
        ConfOnParty onParty,
        String project,
        JobStatus status) {}

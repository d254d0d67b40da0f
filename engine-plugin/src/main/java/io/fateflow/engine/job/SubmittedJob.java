package io.fateflow.engine.job;

/**
 * A job that was accepted and is waiting for resources.
 *
 * @param modelId FATE's model id, such as {@code arbiter-10000#guest-9999#host-10000#model}
 * @param modelVersion the job id of the job that trains the model
 */
public record SubmittedJob(
        String jobId, String initiatorRole, String initiatorPartyId, String modelId, String modelVersion) {}

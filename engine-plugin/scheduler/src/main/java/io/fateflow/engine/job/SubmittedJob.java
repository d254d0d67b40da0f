package io.fateflow.engine.job;

import java.util.List;
import java.util.stream.Stream;

import io.fateflow.dsl.Problem;

/**
 * A job that was accepted and is waiting for resources.
 *
 * @param modelId FATE's model id, such as {@code arbiter-10000#guest-9999#host-10000#model}
 * @param modelVersion the job id of the job that trains the model
 * @param warnings what is probably a mistake, though it was accepted
 */
public record SubmittedJob(
        String jobId,
        String initiatorRole,
        String initiatorPartyId,
        String modelId,
        String modelVersion,
        List<Problem> warnings) {

    /** With more of them. */
    public SubmittedJob withWarnings(List<Problem> more) {
        List<Problem> all = Stream.concat(warnings.stream(), more.stream()).toList();
        return new SubmittedJob(jobId, initiatorRole, initiatorPartyId, modelId, modelVersion, all);
    }
}

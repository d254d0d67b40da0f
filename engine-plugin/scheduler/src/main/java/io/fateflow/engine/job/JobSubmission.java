package io.fateflow.engine.job;

import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.dsl.JobDocument;

/**
 * A job as a user hands it in.
 *
 * @param dsl the DSL
 * @param runtimeConf the runtime conf
 * @param userId who submits it; empty if unknown
 * @param project that it is to be of, whatever its conf says; empty if the conf says it
 */
public record JobSubmission(JobDocument dsl, JobDocument runtimeConf, String userId, Optional<String> project) {

    /** Of the project that its conf says. */
    public JobSubmission(JobDocument dsl, JobDocument runtimeConf, String userId) {
        this(dsl, runtimeConf, userId, Optional.empty());
    }

    /** Of JSON texts. */
    public JobSubmission(String dsl, String runtimeConf, String userId) {
        this(new JobDocument.Text(dsl), new JobDocument.Text(runtimeConf), userId);
    }

    /** Of JSON that was read already. */
    public JobSubmission(JsonNode dsl, JsonNode runtimeConf, String userId) {
        this(new JobDocument.Tree(dsl), new JobDocument.Tree(runtimeConf), userId);
    }

    /** The same in a project. */
    public JobSubmission in(Optional<String> other) {
        return new JobSubmission(dsl, runtimeConf, userId, other);
    }
}

package io.fateflow.engine.job;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.dsl.JobDocument;

/**
 * A job as a user hands it in.
 *
 * @param dsl the DSL
 * @param runtimeConf the runtime conf
 * @param userId who submits it; empty if unknown
 */
public record JobSubmission(JobDocument dsl, JobDocument runtimeConf, String userId) {

    /** Of JSON texts. */
    public JobSubmission(String dsl, String runtimeConf, String userId) {
        this(new JobDocument.Text(dsl), new JobDocument.Text(runtimeConf), userId);
    }

    /** Of JSON that was read already. */
    public JobSubmission(JsonNode dsl, JsonNode runtimeConf, String userId) {
        this(new JobDocument.Tree(dsl), new JobDocument.Tree(runtimeConf), userId);
    }
}

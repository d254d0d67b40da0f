package io.fateflow.engine.job;

/**
 * A job as a user hands it in.
 *
 * @param dsl the DSL, as JSON text
 * @param runtimeConf the runtime conf, as JSON text
 * @param userId who submits it; empty if unknown
 */
public record JobSubmission(String dsl, String runtimeConf, String userId) {}

package io.fateflow.engine.job;

/**
 * What was submitted, kept beside the job's rows.
 *
 * @param dagKey process definition key of the compiled DAG
 */
public record JobBody(String jobId, String dsl, String runtimeConf, String trainRuntimeConf, String dagKey) {}

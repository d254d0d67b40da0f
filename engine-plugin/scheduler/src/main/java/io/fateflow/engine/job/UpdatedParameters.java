package io.fateflow.engine.job;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A job's parameters after a change: sections of its conf.
 *
 * @param jobParameters with completed common parameters
 */
public record UpdatedParameters(ObjectNode jobParameters, ObjectNode componentParameters) {}

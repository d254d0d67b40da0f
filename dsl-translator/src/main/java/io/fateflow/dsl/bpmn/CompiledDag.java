package io.fateflow.dsl.bpmn;

import java.util.Map;

/**
 * A BPMN process definition for one DAG shape.
 *
 * @param key the process definition key, {@code fate-dag-} and the first 32 hex digits of the SHA-256 of the shape
 * @param activityIds component name to the id of its call activity
 * @param xml the BPMN 2.0 document, with diagram
 */
public record CompiledDag(String key, Map<String, String> activityIds, String xml) {}

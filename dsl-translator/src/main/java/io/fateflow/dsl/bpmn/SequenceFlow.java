package io.fateflow.dsl.bpmn;

/**
 * A sequence flow.
 *
 * @param id its id in the document, generated
 * @param source id of the node it leaves
 * @param target id of the node it enters
 */
record SequenceFlow(String id, String source, String target) {}

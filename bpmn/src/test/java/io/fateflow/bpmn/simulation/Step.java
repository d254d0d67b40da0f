package io.fateflow.bpmn.simulation;

/**
 * Something that can happen now.
 *
 * @param weight how probable it is beside others
 */
record Step(String name, int weight, Runnable action) {}

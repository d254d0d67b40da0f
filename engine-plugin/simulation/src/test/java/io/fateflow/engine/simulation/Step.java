package io.fateflow.engine.simulation;

/**
 * Something that can happen now.
 *
 * @param weight how probable it is beside others
 */
record Step(String name, int weight, Runnable action) {}

package io.fateflow.webapp.openapi;

/**
 * Calls that belong together.
 *
 * @param name a heading
 * @param about what they are for, and who may make them
 */
record CallGroup(String name, String about) {}

package io.fateflow.client;

/**
 * A line of a log.
 *
 * @param number from 1
 */
public record LogLine(long number, String text) {}

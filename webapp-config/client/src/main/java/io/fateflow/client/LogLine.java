package io.fateflow.client;

/**
 * A line of a log.
 *
 * @param number from 1; of a story, where the line stands at the moment
 */
public record LogLine(long number, String text) {}

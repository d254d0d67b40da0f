package io.fateflow.webapp.storage;

/**
 * A file's content.
 *
 * @param size in bytes
 * @param sha256 lower-case hex
 */
public record Content(long size, String sha256) {}

package io.fateflow.client;

import java.util.List;

/**
 * Jobs of a list.
 *
 * @param count how many fit the filter; counting ends behind 1000
 * @param more whether there are older ones behind these
 */
public record JobPage(List<Job> jobs, int count, boolean more) {}

package io.fateflow.engine.resource;

import java.util.List;

/**
 * A job that waits for what is its queue's own, while others have borrowed it.
 *
 * @param queue whose nominal quota it is
 * @param victims ids of the jobs that give it back, the newest first; never empty
 */
public record Claim(String jobId, String queue, List<String> victims) {}

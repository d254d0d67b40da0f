package io.fateflow.worker.runtime;

import java.util.List;
import java.util.Map;

import io.fateflow.worker.run.RunDirectory;

/**
 * What an executor is started with.
 *
 * @param run its files, which are there
 * @param command and its arguments
 * @param environment all that it gets, besides what the runtime adds to know it again
 * @param limits what it asks of its machine; the agent watches its memory, whatever the runtime does with them
 */
public record Launch(RunDirectory run, List<String> command, Map<String, String> environment, ExecutorLimits limits) {}

package io.fateflow.engine.executor;

import java.time.Duration;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.engine.task.TaskKey;

/**
 * An attempt that a worker has taken.
 *
 * @param id the engine's external task id
 * @param config what the executor is told, see {@link TaskConfigs}
 * @param token what the executor shows this site
 * @param timeout after which the worker stops it; zero means none
 */
public record ExecutorTaskView(
        String id,
        String jobId,
        String componentName,
        String module,
        TaskKey key,
        ObjectNode config,
        String token,
        Duration timeout) {}

/**
 * Workers: they take executor tasks from the server, start, watch and stop the processes, and report what became of
 * them. Knows the server only through {@link io.fateflow.worker.api.ExecutorTasks}.
 */
@NullMarked
package io.fateflow.worker.agent;

import org.jspecify.annotations.NullMarked;

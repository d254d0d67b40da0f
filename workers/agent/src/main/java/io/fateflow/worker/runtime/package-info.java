/**
 * Where executors run: the port {@link io.fateflow.worker.runtime.ExecutorRuntime}. The agent decides what is started and when it must
 * end; an adapter knows how that is done. The first one is {@code io.fateflow.worker.local}: process groups of this machine.
 */
@NullMarked
package io.fateflow.worker.runtime;

import org.jspecify.annotations.NullMarked;

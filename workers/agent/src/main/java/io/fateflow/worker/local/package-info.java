/** Executors as process groups of this machine: the first adapter of {@link io.fateflow.worker.runtime.ExecutorRuntime}. */
@NullMarked
package io.fateflow.worker.local;

import org.jspecify.annotations.NullMarked;

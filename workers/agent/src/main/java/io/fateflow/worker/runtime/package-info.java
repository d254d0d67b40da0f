/**
 * Where executors run: the port {@link io.fateflow.worker.runtime.ExecutorRuntime}. The agent decides what is started and when it must
 * end; an adapter knows how that is done. The first one is {@code io.fateflow.worker.local}: process groups of this machine;
 * others stand in modules of their own, and are found by {@link io.fateflow.worker.runtime.ExecutorRuntimeProvider}.
 *
 * <p>What an adapter has to know of the agent: it writes {@code config.json} into the run directory before the start, and reads
 * {@code result.json} and the standard log after the end, by itself. Commands, environment and config have absolute paths of
 * the worker's machine (work directory, tables, Java home): wherever an executor runs, it needs the same files at the same
 * places. The environment is the worker's own, less its secrets, with what the task adds.
 */
@NullMarked
package io.fateflow.worker.runtime;

import org.jspecify.annotations.NullMarked;

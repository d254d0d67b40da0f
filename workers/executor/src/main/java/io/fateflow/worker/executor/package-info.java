/**
 * The executor: the process that runs one component. Knows the worker only by its files, {@code config.json} and
 * {@code result.json}; starts fast, so it uses nothing heavy.
 */
@NullMarked
package io.fateflow.worker.executor;

import org.jspecify.annotations.NullMarked;

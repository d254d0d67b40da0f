/**
 * FATE's own Python components. The runner is Python, in {@code src/main/python}; here is what tests it in the build. No module of
 * ours depends on it: it is a program that {@code fate.worker.commands} names.
 */
@NullMarked
package io.fateflow.worker.python;

import org.jspecify.annotations.NullMarked;

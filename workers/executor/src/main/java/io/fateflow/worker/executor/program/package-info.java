/** A component in any language: a program that finds its tables as CSV files and leaves its output as CSV files. */
@NullMarked
package io.fateflow.worker.executor.program;

import org.jspecify.annotations.NullMarked;

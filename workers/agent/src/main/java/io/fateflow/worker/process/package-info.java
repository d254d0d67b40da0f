/** Processes of the operating system: starting them so that they outlive the worker, knowing them again, ending them. */
@NullMarked
package io.fateflow.worker.process;

import org.jspecify.annotations.NullMarked;

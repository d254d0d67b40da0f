/** The command line of a worker on a machine of its own. */
@NullMarked
package io.fateflow.worker.cli;

import org.jspecify.annotations.NullMarked;

/** The command line of the built-in Java executor: its class path, its options, and the archive that makes it start fast. */
@NullMarked
package io.fateflow.worker.launch;

import org.jspecify.annotations.NullMarked;

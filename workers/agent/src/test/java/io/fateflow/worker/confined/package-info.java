/** Executors that are less trusted than their worker, seen from the inside: by one that looks for what is not its own. */
@NullMarked
package io.fateflow.worker.confined;

import org.jspecify.annotations.NullMarked;

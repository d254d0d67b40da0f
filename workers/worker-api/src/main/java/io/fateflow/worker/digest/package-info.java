/** Digests that all modules take alike. Uses nothing. */
@NullMarked
package io.fateflow.worker.digest;

import org.jspecify.annotations.NullMarked;

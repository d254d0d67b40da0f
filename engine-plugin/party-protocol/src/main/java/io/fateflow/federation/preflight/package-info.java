/** Asks the other parties of a job, before it is accepted, whether they can take part. Knows no transport. */
@NullMarked
package io.fateflow.federation.preflight;

import org.jspecify.annotations.NullMarked;

/** Models of parties that have the same columns and each its own rows: trained at each party, averaged under masks by the arbiter. */
@NullMarked
package io.fateflow.worker.component.homo;

import org.jspecify.annotations.NullMarked;

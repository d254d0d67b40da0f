/** Cores and memory of this site: engine registry, formulas, leases, and who may pass whom while waiting. Uses the database only. */
@NullMarked
package io.fateflow.engine.resource;

import org.jspecify.annotations.NullMarked;

/**
 * Models of parties that have the same columns and each its own rows: trained at each party, averaged under masks by the arbiter.
 *
 * <p>What is revealed by design. All: the averaged model after each aggregation, and whether it has converged. The arbiter, too,
 * the averaged loss, and how many rows each party has; of a party's own model or loss only the masked form. With one host, guest
 * and host can each tell the other's model from the average. No id leaves its party.
 */
@NullMarked
package io.fateflow.worker.component.homo;

import org.jspecify.annotations.NullMarked;

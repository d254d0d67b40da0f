/**
 * Gradient descent over rows whose columns are at several parties, with an arbiter who alone can decrypt.
 *
 * <p>What {@code sqn} reveals by design, beyond what other optimizers do. The arbiter: after each so many batches how the
 * gradient changes by a move of all weights, a number for each column; it knows that move itself, from the steps. Hosts:
 * which of a batch's rows were drawn for that, never fewer than ten unless the batch is smaller. All else of it crosses
 * encrypted.
 */
@NullMarked
package io.fateflow.worker.component.linear.hetero;

import org.jspecify.annotations.NullMarked;

/**
 * Gradient descent over rows whose columns are at several parties, with an arbiter who alone can decrypt.
 *
 * <p>What is revealed by design. The arbiter: after each batch each party's gradient, a number for each of its columns, and so
 * how its weights move, though not where they began; with one host the loss; no row's id. Hosts: the ids of the guest's rows,
 * batch by batch, and of those that it predicts. The guest: when it predicts, also to validate, each host's part of each
 * row's linear predictor (of a Poisson regression that part's exponential). All else crosses under the arbiter's key. Put an
 * Intersection before: only the guest names rows, and all of its own.
 *
 * <p>What {@code sqn} reveals by design, beyond what other optimizers do. The arbiter: after each so many batches how the
 * gradient changes by a move of all weights, a number for each column; it knows that move itself, from the steps. Hosts:
 * which of a batch's rows were drawn for that, never fewer than ten unless the batch is smaller. All else of it crosses
 * encrypted.
 */
@NullMarked
package io.fateflow.worker.component.linear.hetero;

import org.jspecify.annotations.NullMarked;

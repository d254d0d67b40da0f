/**
 * Gradient descent over rows whose columns are at two parties, without an arbiter: what neither may know both have shares of,
 * and products of one's data with the other's share are computed under Paillier.
 */
@NullMarked
package io.fateflow.worker.component.linear.sshe;

import org.jspecify.annotations.NullMarked;

/**
 * FATE's HeteroPearson: correlations of columns, also of columns of two parties.
 *
 * <p>What is revealed by design. Both: the other's columns under anonymous names, which of them vary, and how each
 * correlates with each of its own. The host: the ids of the guest's rows, which are in the intersection; the guest's values only
 * under the guest's key.
 */
@NullMarked
package io.fateflow.worker.component.correlation;

import org.jspecify.annotations.NullMarked;

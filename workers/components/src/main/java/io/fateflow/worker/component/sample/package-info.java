/**
 * FATE's FederatedSample: fewer rows, or some more than once, the same at all parties.
 *
 * <p>What is revealed by design: hosts get to know the ids that the guest has drawn, in the order of the guest's table. Drawn
 * with different rates by label, a row that is drawn, or how often, tells something of its label. With homogeneous data nothing
 * crosses.
 */
@NullMarked
package io.fateflow.worker.component.sample;

import org.jspecify.annotations.NullMarked;

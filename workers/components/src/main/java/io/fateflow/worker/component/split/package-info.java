/**
 * FATE's HeteroDataSplit and HomoDataSplit: one table becomes one to train, one to validate and one to test.
 *
 * <p>What is revealed by design: hosts of a HeteroDataSplit get to know the ids of the guest's rows in each part, in the order of
 * ids. With HomoDataSplit nothing crosses.
 */
@NullMarked
package io.fateflow.worker.component.split;

import org.jspecify.annotations.NullMarked;

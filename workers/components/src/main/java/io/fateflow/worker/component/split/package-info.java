/** FATE's HeteroDataSplit and HomoDataSplit: one table becomes one to train, one to validate and one to test. */
@NullMarked
package io.fateflow.worker.component.split;

import org.jspecify.annotations.NullMarked;

/** FATE's HeteroFeatureBinning: cuts columns into bins, and tells how much each says about the label. */
@NullMarked
package io.fateflow.worker.component.binning;

import org.jspecify.annotations.NullMarked;

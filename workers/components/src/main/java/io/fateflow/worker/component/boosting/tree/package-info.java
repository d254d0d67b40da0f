/** Trees and how they grow: sums of gradients, histograms, gains, splits; plain arithmetic, knows no party but by its name. */
@NullMarked
package io.fateflow.worker.component.boosting.tree;

import org.jspecify.annotations.NullMarked;

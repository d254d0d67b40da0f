/** Gradients as whole numbers, packed so that the sum of packed numbers holds every sum. */
@NullMarked
package io.fateflow.worker.component.boosting.packing;

import org.jspecify.annotations.NullMarked;

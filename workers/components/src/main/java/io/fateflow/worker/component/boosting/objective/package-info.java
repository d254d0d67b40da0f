/** What trees are trained for: first scores, gradients and hessians, losses, predictions; plain arithmetic. */
@NullMarked
package io.fateflow.worker.component.boosting.objective;

import org.jspecify.annotations.NullMarked;

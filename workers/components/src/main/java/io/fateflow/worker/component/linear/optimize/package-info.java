/** The numbers of gradient descent: weights, steps, penalties, when to stop; plain arithmetic, knows no party. */
@NullMarked
package io.fateflow.worker.component.linear.optimize;

import org.jspecify.annotations.NullMarked;

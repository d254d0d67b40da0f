/** Gradient descent over rows whose columns are at several parties, with an arbiter who alone can decrypt. */
@NullMarked
package io.fateflow.worker.component.linear.hetero;

import org.jspecify.annotations.NullMarked;

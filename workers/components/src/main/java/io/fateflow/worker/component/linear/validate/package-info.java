/** Metrics while a linear model is trained, and stopping by them. */
@NullMarked
package io.fateflow.worker.component.linear.validate;

import org.jspecify.annotations.NullMarked;

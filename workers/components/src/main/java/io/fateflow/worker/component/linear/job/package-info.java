/** The phases of a linear model's component, the same for all of them: train, predict, cross validation, one against the rest. */
@NullMarked
package io.fateflow.worker.component.linear.job;

import org.jspecify.annotations.NullMarked;

/** Which columns a model should have: the models that are compared, and what they are compared by. Values only. */
@NullMarked
package io.fateflow.worker.component.linear.stepwise;

import org.jspecify.annotations.NullMarked;

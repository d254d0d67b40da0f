/** How good trees are while they are trained, and what they predict. */
@NullMarked
package io.fateflow.worker.component.boosting.validate;

import org.jspecify.annotations.NullMarked;

/** Rows on their way through trees. */
@NullMarked
package io.fateflow.worker.component.boosting.predict;

import org.jspecify.annotations.NullMarked;

/** Statistics of columns, gathered in passes over rows of numbers; memory does not grow with the rows. */
@NullMarked
package io.fateflow.worker.summary;

import org.jspecify.annotations.NullMarked;

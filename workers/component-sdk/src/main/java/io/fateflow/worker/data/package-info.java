/** Transformed data, in memory or row by row, for components. Knows tables, and no component. */
@NullMarked
package io.fateflow.worker.data;

import org.jspecify.annotations.NullMarked;

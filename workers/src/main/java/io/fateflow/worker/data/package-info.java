/** Transformed data in memory, for components that look at it many times. Knows tables, and no component. */
@NullMarked
package io.fateflow.worker.data;

import org.jspecify.annotations.NullMarked;

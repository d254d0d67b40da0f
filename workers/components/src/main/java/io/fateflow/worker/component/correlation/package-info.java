/** FATE's HeteroPearson: correlations of columns, also of columns of two parties. */
@NullMarked
package io.fateflow.worker.component.correlation;

import org.jspecify.annotations.NullMarked;

/** FATE's PSI: how much the columns of one table are distributed otherwise than those of another. */
@NullMarked
package io.fateflow.worker.component.stability;

import org.jspecify.annotations.NullMarked;

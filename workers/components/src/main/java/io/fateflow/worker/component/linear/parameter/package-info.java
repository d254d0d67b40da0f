/** The parameters of FATE's linear models, read and checked; knows no algorithm. */
@NullMarked
package io.fateflow.worker.component.linear.parameter;

import org.jspecify.annotations.NullMarked;

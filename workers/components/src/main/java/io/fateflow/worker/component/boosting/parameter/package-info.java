/** The parameters of FATE's boosted trees, read and checked; knows no algorithm. */
@NullMarked
package io.fateflow.worker.component.boosting.parameter;

import org.jspecify.annotations.NullMarked;

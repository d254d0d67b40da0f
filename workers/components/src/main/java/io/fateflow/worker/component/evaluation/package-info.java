/** FATE's {@code Evaluation}: how good predictions are, in the numbers and curves that FATE-Board shows. */
@NullMarked
package io.fateflow.worker.component.evaluation;

import org.jspecify.annotations.NullMarked;

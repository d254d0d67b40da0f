/** What linear models read and write: checked instances, classes, folds, predictions. */
@NullMarked
package io.fateflow.worker.component.linear.data;

import org.jspecify.annotations.NullMarked;

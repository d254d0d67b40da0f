/** FATE's LabelTransform: labels get other values, and predictions of these get the old ones back. */
@NullMarked
package io.fateflow.worker.component.label;

import org.jspecify.annotations.NullMarked;

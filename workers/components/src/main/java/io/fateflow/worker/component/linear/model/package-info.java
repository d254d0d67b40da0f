/** Trained linear models, and FATE's JSON form of them. */
@NullMarked
package io.fateflow.worker.component.linear.model;

import org.jspecify.annotations.NullMarked;

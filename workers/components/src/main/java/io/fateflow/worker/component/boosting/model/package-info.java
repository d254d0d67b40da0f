/** Trained trees, and FATE's JSON form of them. */
@NullMarked
package io.fateflow.worker.component.boosting.model;

import org.jspecify.annotations.NullMarked;

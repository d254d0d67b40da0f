/** FATE's FeatureScale: brings columns to a common range, or to mean 0 and standard deviation 1. */
@NullMarked
package io.fateflow.worker.component.scale;

import org.jspecify.annotations.NullMarked;

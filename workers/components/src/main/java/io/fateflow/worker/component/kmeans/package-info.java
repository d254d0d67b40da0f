/** FATE's HeteroKmeans: clusters of rows whose columns are at several parties. */
@NullMarked
package io.fateflow.worker.component.kmeans;

import org.jspecify.annotations.NullMarked;

/** FATE's SampleWeight: instances get weights, by their class or from a column. */
@NullMarked
package io.fateflow.worker.component.weight;

import org.jspecify.annotations.NullMarked;

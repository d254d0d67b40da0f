/** FATE's FederatedSample: fewer rows, or some more than once, the same at all parties. */
@NullMarked
package io.fateflow.worker.component.sample;

import org.jspecify.annotations.NullMarked;

/** FATE's DataTransform: rows of text become instances. Streams: memory does not grow with the rows. */
@NullMarked
package io.fateflow.worker.component.transform;

import org.jspecify.annotations.NullMarked;

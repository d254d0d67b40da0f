/** FATE's Intersection: which ids all parties have, without showing the others. */
@NullMarked
package io.fateflow.worker.component.intersection;

import org.jspecify.annotations.NullMarked;

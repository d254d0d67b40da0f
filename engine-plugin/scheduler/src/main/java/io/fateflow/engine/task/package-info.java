/** Task rows: one component at one party, its versions, what became of it. Uses resource and lifecycle. */
@NullMarked
package io.fateflow.engine.task;

import org.jspecify.annotations.NullMarked;

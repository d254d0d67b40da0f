/** Status values of jobs and tasks and the moves that are allowed between them. Uses nothing. */
@NullMarked
package io.fateflow.engine.lifecycle;

import org.jspecify.annotations.NullMarked;

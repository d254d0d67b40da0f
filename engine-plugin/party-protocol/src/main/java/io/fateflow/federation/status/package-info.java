/** Status values of jobs and tasks and the moves that are allowed between them. Uses nothing. */
@NullMarked
package io.fateflow.federation.status;

import org.jspecify.annotations.NullMarked;

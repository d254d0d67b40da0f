/** Checks a job while it is written. */
@NullMarked
package io.fateflow.board.submit;

import org.jspecify.annotations.NullMarked;

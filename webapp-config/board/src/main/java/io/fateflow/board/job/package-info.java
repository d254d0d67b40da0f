/** Jobs, what they made, and their logs, as pages show them. */
@NullMarked
package io.fateflow.board.job;

import org.jspecify.annotations.NullMarked;

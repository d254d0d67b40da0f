/** Who is logged in, what he may do, and FATE Flow's calls in his name. */
@NullMarked
package io.fateflow.board.access;

import org.jspecify.annotations.NullMarked;

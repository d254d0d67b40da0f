/** Tells open pages what was committed. */
@NullMarked
package io.fateflow.board.live;

import org.jspecify.annotations.NullMarked;

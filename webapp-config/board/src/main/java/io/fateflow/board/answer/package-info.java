/** How a call of a page fails. */
@NullMarked
package io.fateflow.board.answer;

import org.jspecify.annotations.NullMarked;

/** The pages themselves and what they are made of. */
@NullMarked
package io.fateflow.board.page;

import org.jspecify.annotations.NullMarked;

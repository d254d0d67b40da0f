/** The pages for those who run jobs: what they show is asked of the server's read side, in the session of Cockpit's login. */
@NullMarked
package io.fateflow.board;

import org.jspecify.annotations.NullMarked;

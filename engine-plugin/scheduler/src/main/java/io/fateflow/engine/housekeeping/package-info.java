/** What is kept for how long, and the removal of what is not. */
@NullMarked
package io.fateflow.engine.housekeeping;

import org.jspecify.annotations.NullMarked;

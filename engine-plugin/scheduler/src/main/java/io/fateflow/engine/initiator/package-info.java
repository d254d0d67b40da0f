/** A job's parties on other sites, as its initiator sees them: what they are asked, in order, and what they say. Uses no engine. */
@NullMarked
package io.fateflow.engine.initiator;

import org.jspecify.annotations.NullMarked;

/** Jobs: submitting, creating at the parties, starting, finishing, stopping; their rows and their life cycle. */
@NullMarked
package io.fateflow.engine.job;

import org.jspecify.annotations.NullMarked;

/** Who did what: handed to the scheduler with every request, and shown to whoever asks. */
@NullMarked
package io.fateflow.webapp.audit;

import org.jspecify.annotations.NullMarked;

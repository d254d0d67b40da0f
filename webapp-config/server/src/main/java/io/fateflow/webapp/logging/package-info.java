/** What the server's log has once, though it happens a thousand times. May use nothing of the server's. */
@NullMarked
package io.fateflow.webapp.logging;

import org.jspecify.annotations.NullMarked;

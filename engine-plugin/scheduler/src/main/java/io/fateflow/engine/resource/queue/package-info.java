/** The site's queues: what was configured or set, and how much each has used. Values and their table; who is served is decided above. */
@NullMarked
package io.fateflow.engine.resource.queue;

import org.jspecify.annotations.NullMarked;

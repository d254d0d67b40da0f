/** Queues over HTTP: who shows them, who sets them. */
@NullMarked
package io.fateflow.webapp.queue;

import org.jspecify.annotations.NullMarked;

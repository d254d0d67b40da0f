/** The server as a worker on another machine sees it: the port {@link io.fateflow.worker.api.ExecutorTasks} over HTTP. */
@NullMarked
package io.fateflow.worker.remote;

import org.jspecify.annotations.NullMarked;

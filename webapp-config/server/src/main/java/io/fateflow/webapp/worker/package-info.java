/** The port of {@link io.fateflow.worker.api.ExecutorTasks} as HTTP, for workers on other machines. */
@NullMarked
package io.fateflow.webapp.worker;

import org.jspecify.annotations.NullMarked;

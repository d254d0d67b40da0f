/** Puts the scheduler's parts together with the server's: database, engine, worker, executors. */
@NullMarked
package io.fateflow.webapp.engine;

import org.jspecify.annotations.NullMarked;

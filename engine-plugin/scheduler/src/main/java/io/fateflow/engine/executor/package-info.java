/** What workers ask of this site: tasks to run, heartbeats, reports. */
@NullMarked
package io.fateflow.engine.executor;

import org.jspecify.annotations.NullMarked;

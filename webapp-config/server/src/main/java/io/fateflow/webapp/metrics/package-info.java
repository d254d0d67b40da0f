/** What Prometheus reads of the scheduler. Tags have few values, and no job's name or id is among them. */
@NullMarked
package io.fateflow.webapp.metrics;

import org.jspecify.annotations.NullMarked;

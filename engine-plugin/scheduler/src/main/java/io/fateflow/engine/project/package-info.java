/**
 * Projects: labels of this site's jobs, tables and queues, by which accounts have roles. What a job may name and wait in is decided
 * here; what an account may do, by the server. Uses the plan of a job and package {@code consent} for the tables that it names.
 */
@NullMarked
package io.fateflow.engine.project;

import org.jspecify.annotations.NullMarked;

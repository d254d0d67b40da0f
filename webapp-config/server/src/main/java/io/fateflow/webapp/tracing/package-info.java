/** Traces of jobs for OpenTelemetry: one trace a job, across all its sites. */
@NullMarked
package io.fateflow.webapp.tracing;

import org.jspecify.annotations.NullMarked;

/** Who did what: the audit log, and the story of a job. Uses the database only. */
@NullMarked
package io.fateflow.engine.audit;

import org.jspecify.annotations.NullMarked;

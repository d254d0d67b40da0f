package io.fateflow.webapp.security;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A call that may be made without naming a job by accounts that may do it on own jobs only: it shows those of {@link
 * io.fateflow.operations.query.VisibleJobs}, which it takes as an argument, or nothing of any job.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface CutToOwn {}

package io.fateflow.webapp.security;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Of an argument of {@link io.fateflow.operations.query.VisibleJobs}: whose tables, not whose jobs, whoever calls is shown. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface VisibleTables {}

package io.fateflow.webapp.security;

import java.util.Collection;
import java.util.Map;

import io.fateflow.operations.query.JobOwner;

/** Knows whose jobs and versions of models are, and of which projects. */
@FunctionalInterface
public interface Submitters {

    /** By id, of those that this site has. */
    Map<String, JobOwner> of(Collection<String> ids);
}

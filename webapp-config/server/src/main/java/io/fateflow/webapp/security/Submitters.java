package io.fateflow.webapp.security;

import java.util.Collection;
import java.util.Map;

/** Knows whose jobs and versions of models are. */
@FunctionalInterface
public interface Submitters {

    /** By id, of those that this site has; an empty name if nobody of this site has submitted it. */
    Map<String, String> of(Collection<String> ids);
}

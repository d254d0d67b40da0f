package io.fateflow.operations.query;

import java.util.Collection;
import java.util.Map;

import io.fateflow.engine.resource.LeaseKey;

/** Why attempts of some jobs wait for a node, at the moment of the question. */
@FunctionalInterface
public interface NodeWaits {

    /** Attempts that don't wait for a node are not in the answer. */
    Map<LeaseKey, String> of(Collection<String> jobIds);

    /** Knows of nobody. */
    static NodeWaits none() {
        return jobIds -> Map.of();
    }
}

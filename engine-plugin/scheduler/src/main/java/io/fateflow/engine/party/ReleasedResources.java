package io.fateflow.engine.party;

import io.fateflow.engine.resource.EngineName;

/** Tells those who wait that an engine has cores again. */
@FunctionalInterface
public interface ReleasedResources {

    /** Wakes the waiting jobs that can be served now; in the caller's transaction. */
    void wakeWaiting(EngineName engine);
}

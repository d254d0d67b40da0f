package io.fateflow.engine.resource.placement;

import io.fateflow.engine.resource.LeaseKey;

/** Is told, in the transaction that does it, of what those can have who have waited for nodes. */
@FunctionalInterface
public interface PlacedTasks {

    /** An attempt has its node. */
    void placed(LeaseKey key, String node);

    /** A job that waits for what nodes have could have it: it should look again. */
    default void couldBeServed(String jobId) {
        // for whoever places attempts only
    }
}

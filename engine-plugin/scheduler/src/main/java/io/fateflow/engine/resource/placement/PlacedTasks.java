package io.fateflow.engine.resource.placement;

import io.fateflow.engine.resource.LeaseKey;

/** Is told, in the transaction that placed it, of an attempt that has waited for a node. */
@FunctionalInterface
public interface PlacedTasks {

    void placed(LeaseKey key, String node);
}

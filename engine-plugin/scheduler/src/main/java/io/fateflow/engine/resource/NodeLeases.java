package io.fateflow.engine.resource;

import java.util.Optional;

/** Leases of attempts that want more than cores. */
public interface NodeLeases {

    /** The cores that such a lease has of its job's; empty if there is no such lease. Locks nothing. */
    Optional<Resources> cores(LeaseKey key);

    /**
     * Gives everything back that an attempt has of a node, or its place among those that wait for one, and its lease with
     * that; those whom it serves are told. What it locks comes after the rows of jobs.
     *
     * @return whether there was such a lease
     */
    boolean release(LeaseKey key);

    /** For a site whose attempts want cores only. */
    static NodeLeases none() {
        return new NodeLeases() {
            @Override
            public Optional<Resources> cores(LeaseKey key) {
                return Optional.empty();
            }

            @Override
            public boolean release(LeaseKey key) {
                return false;
            }
        };
    }
}

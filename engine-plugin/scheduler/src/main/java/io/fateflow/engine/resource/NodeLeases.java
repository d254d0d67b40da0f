package io.fateflow.engine.resource;

import java.util.Optional;

/** Leases of jobs and attempts that want more than cores. */
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

    /**
     * Locks a job's rows in their order, and after them what whoever takes or gives back something of nodes locks. Whoever
     * does both for a whole job calls it first: an attempt that ends has its party's row, and then waits for the placement.
     */
    void lockJob(String jobId);

    /** Gives back what a job has of nodes at all its parties, its rows being locked. */
    void releaseJob(String jobId);

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

            @Override
            public void lockJob(String jobId) {
                // no job has anything
            }

            @Override
            public void releaseJob(String jobId) {
                // no job has anything
            }
        };
    }
}

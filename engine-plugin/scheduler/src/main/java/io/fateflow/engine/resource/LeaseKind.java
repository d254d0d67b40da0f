package io.fateflow.engine.resource;

import java.util.Locale;

/** What a lease is on. */
public enum LeaseKind {

    /** Cores of an engine, for a job. */
    JOB,

    /** One of the attempts that a job may run at once, its {@code task_parallelism}. */
    GATE,

    /** Cores of the party's job, for an attempt. */
    TASK,

    /** What a node has beside cores, for some components of the party's job. */
    BUNDLE;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** As the table and the metrics have it. */
    public String wire() {
        return wire;
    }

    static LeaseKind of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}

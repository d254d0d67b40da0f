package io.fateflow.worker.runtime;

import io.fateflow.worker.run.UserIds;

/**
 * How executors are kept from what is not theirs.
 *
 * @param users each executor is another one of them
 * @param network whether an executor reaches nothing but its site's exchange, by way of its worker
 */
public record Confinement(UserIds users, boolean network) {

    /** Where an executor finds its site's exchange, if it has a network of its own. */
    public static final String GATE = "http://127.0.0.1:" + Confinement.GATE_PORT;

    /** In a network of an executor's own nobody else can have it. */
    public static final int GATE_PORT = 9380;
}

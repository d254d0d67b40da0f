package io.fateflow.engine.housekeeping;

import java.io.IOException;

/** Looks after a directory of this node. */
@FunctionalInterface
public interface FileRetention {

    /**
     * Removes what its retention is over for.
     *
     * @param now epoch milliseconds
     * @return how many things were removed
     */
    int tidy(Retention retention, long now) throws IOException;
}

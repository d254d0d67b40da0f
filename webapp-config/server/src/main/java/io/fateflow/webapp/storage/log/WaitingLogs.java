package io.fateflow.webapp.storage.log;

import java.util.Optional;

/** Logs that nobody writes any more, and that are on this machine only. */
public interface WaitingLogs {

    /** How many there were when this was looked at last. */
    int files();

    /** Why they are; empty if there are none, or if they are only not done yet. */
    Optional<Why> why();

    /**
     * What is wrong.
     *
     * @param files how many logs stay
     * @param what the store, or this disk, has said
     */
    record Why(int files, String what) {}
}

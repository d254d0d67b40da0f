package io.fateflow.worker.api;

import java.util.Locale;

/**
 * How a worker is, as it says itself.
 *
 * @param workerId its name, a colon, and what tells this start of it from others
 * @param host the machine's name
 * @param places how many executors it runs at most
 * @param running how many it runs now
 * @param mode what it is about
 * @param trouble why it takes no tasks now, although it would; empty if it does
 */
public record WorkerState(String workerId, String host, int places, int running, Mode mode, String trouble) {

    /** What a worker is about. */
    public enum Mode {
        /** Takes tasks. */
        ACTIVE,

        /** Takes none any more; its executors go on. */
        DRAINING,

        /** Goes down, and its executors go on: it, or another worker on that machine, comes back to them. */
        AWAY,

        /** Goes down, and has nothing left. */
        ENDED;

        /** In one word. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}

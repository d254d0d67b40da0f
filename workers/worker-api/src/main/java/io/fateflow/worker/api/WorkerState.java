package io.fateflow.worker.api;

import java.util.Locale;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * How a worker is, as it says itself.
 *
 * @param workerId its name, a colon, and what tells this start of it from others
 * @param host the machine's name
 * @param places how many executors it runs at most
 * @param running how many it runs now
 * @param mode what it is about
 * @param trouble why it takes no tasks now, although it would; empty if it does
 * @param resources what its machine has for executors: labels such as {@code CPU} with amounts, or with lists of units;
 *     absent if it does not say
 */
public record WorkerState(
        String workerId,
        String host,
        int places,
        int running,
        Mode mode,
        String trouble,
        @Nullable ObjectNode resources) {

    /** A worker that does not say what its machine has. */
    public WorkerState(String workerId, String host, int places, int running, Mode mode, String trouble) {
        this(workerId, host, places, running, mode, trouble, null);
    }

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

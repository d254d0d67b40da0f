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
 * @param providers what its FATE installations can run, by the provider's name: {@code modules}, each with an empty text
 *     or with why it can't be imported, {@code python}, {@code home}, {@code trouble}; absent if it has none, or has not
 *     found out yet
 */
public record WorkerState(
        String workerId,
        String host,
        int places,
        int running,
        Mode mode,
        String trouble,
        @Nullable ObjectNode resources,
        @Nullable ObjectNode providers) {

    /** A worker that does not say what its machine has. */
    public WorkerState(String workerId, String host, int places, int running, Mode mode, String trouble) {
        this(workerId, host, places, running, mode, trouble, null, null);
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

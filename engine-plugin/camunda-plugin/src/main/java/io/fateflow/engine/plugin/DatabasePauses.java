package io.fateflow.engine.plugin;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long a step waits that the database has broken off: one second, and twice as long each time, up to fifteen; each a
 * little different, so that those that broke together do not come back together. Counted by this node, for the steps that
 * broke last.
 */
final class DatabasePauses {

    private static final long SHORTEST_MILLIS = 1_000;
    private static final long LONGEST_MILLIS = 15_000;
    private static final int DOUBLINGS = 4;
    private static final int REMEMBERED = 10_000;

    private final Map<String, Integer> breaks = new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** The pause after one more break of a job of the engine. */
    synchronized Duration next(String jobId) {
        int before = breaks.merge(jobId, 1, Integer::sum) - 1;
        long pause = Math.min(LONGEST_MILLIS, SHORTEST_MILLIS << Math.min(before, DOUBLINGS));
        return Duration.ofMillis(pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1));
    }
}

package io.fateflow.engine.plugin;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.fateflow.worker.retry.Backoff;

/**
 * How long a step waits that the database has broken off, or that has lost a race that looks like a bug: one second, and twice
 * as long each time, up to fifteen; each a little different, so that those that broke together do not come back together.
 * Counted by this node, for the steps that broke last.
 */
final class DatabasePauses {

    private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(15));
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
        return PAUSES.delay(breaks.merge(jobId, 1, Integer::sum));
    }
}

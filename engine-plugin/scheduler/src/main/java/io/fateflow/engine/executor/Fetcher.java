package io.fateflow.engine.executor;

import java.util.List;
import java.util.Optional;

/**
 * A worker that asks for attempts.
 *
 * @param held the external tasks that it knows of; empty if it does not say
 */
record Fetcher(String workerId, Optional<List<String>> held) {

    private static final String NO_TASK = "";

    /** Whether a task that is locked for it, and not yet for good, was in an answer that it did not get. */
    boolean missed(String id) {
        return held.isPresent() && !held.get().contains(id);
    }

    /** What it knows of, for a list in SQL, which can't be empty. */
    List<String> known() {
        return held.filter(ids -> !ids.isEmpty()).orElse(List.of(NO_TASK));
    }
}

package io.fateflow.engine.executor;

import java.util.List;
import java.util.Optional;

import io.fateflow.engine.node.SiteWorker;
import io.fateflow.engine.resource.placement.PlacedTopics;

/**
 * A worker that asks for attempts.
 *
 * @param held the external tasks that it knows of; empty if it does not say
 */
record Fetcher(String workerId, Optional<List<String>> held) {

    private static final String NOBODY = "";
    private static final String NO_TASK = "";

    String topicOfNode() {
        return PlacedTopics.of(SiteWorker.nameOf(workerId));
    }

    List<String> topics() {
        return List.of(PlacedTopics.ANYWHERE, topicOfNode());
    }

    /** Its id, or one that no worker has if it does not say what it knows of. */
    String whoMayHaveMissed() {
        return held.isPresent() ? workerId : NOBODY;
    }

    /** What it knows of, for a list in SQL, which can't be empty. */
    List<String> known() {
        return held.filter(ids -> !ids.isEmpty()).orElse(List.of(NO_TASK));
    }
}

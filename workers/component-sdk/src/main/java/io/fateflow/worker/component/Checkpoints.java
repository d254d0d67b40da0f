package io.fateflow.worker.component;

import java.util.ArrayDeque;
import java.util.Deque;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.api.CheckpointLimits;

/**
 * The newest checkpoints of an attempt. FATE's manager of checkpoints gives the oldest up for a new one, too, but its
 * executors set it no limit; here they travel with the attempt's result, so there is one.
 */
final class Checkpoints {

    private static final Logger log = LoggerFactory.getLogger(Checkpoints.class);

    private final Deque<Checkpoint> newest = new ArrayDeque<>();
    private final int most;
    private final long mostCharacters;
    private long characters;

    Checkpoints() {
        this(CheckpointLimits.MOST, CheckpointLimits.MOST_CHARACTERS);
    }

    Checkpoints(int most, long mostCharacters) {
        this.most = most;
        this.mostCharacters = mostCharacters;
    }

    /** Keeps one, and gives up as many old ones as it takes; a step that is here already gives way. */
    void add(Checkpoint checkpoint) {
        newest.removeIf(older -> older.step() == checkpoint.step() && forgotten(older));
        newest.addLast(checkpoint);
        characters += checkpoint.size();
        while (newest.size() > most || characters > mostCharacters) {
            Checkpoint oldest = newest.removeFirst();
            forgotten(oldest);
            log.warn(
                    "the checkpoint of step {} is given up: at most {} with {} characters of JSON are kept",
                    oldest.step(),
                    most,
                    mostCharacters);
        }
    }

    private boolean forgotten(Checkpoint checkpoint) {
        characters -= checkpoint.size();
        return true;
    }

    boolean isEmpty() {
        return newest.isEmpty();
    }

    ArrayNode toJson() {
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        newest.forEach(checkpoint -> json.add(checkpoint.json()));
        return json;
    }
}

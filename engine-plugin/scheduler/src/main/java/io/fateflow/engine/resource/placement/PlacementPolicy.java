package io.fateflow.engine.resource.placement;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How a node is chosen among those that would do. */
public enum PlacementPolicy {
    /** Uniformly at random, as Ray does: nobody herds anybody. */
    RANDOM,
    /** What has least left first, so that whole units stay whole. */
    PACK,
    /** What has most left first. */
    SPREAD,
    /** Where the input lies, if that would do; else as {@link #SPREAD}. */
    AFFINITY;

    /** As users write it. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Empty for a name that is none. */
    public static Optional<PlacementPolicy> of(String wire) {
        return Arrays.stream(values())
                .filter(policy -> policy.wire().equals(wire))
                .findFirst();
    }
}

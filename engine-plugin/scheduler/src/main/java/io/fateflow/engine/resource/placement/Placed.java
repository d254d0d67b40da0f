package io.fateflow.engine.resource.placement;

/** What came of placing an attempt. */
public sealed interface Placed {

    /** It has what it wants of this node. */
    record On(String node) implements Placed {}

    /**
     * It waits.
     *
     * @param reason what for; who has it changes, and is read when somebody asks
     */
    record Waits(String reason) implements Placed {}
}

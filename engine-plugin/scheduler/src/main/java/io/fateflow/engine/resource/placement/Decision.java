package io.fateflow.engine.resource.placement;

import io.fateflow.engine.resource.amount.NodeResources;

/** What was decided of a task. */
public sealed interface Decision {

    /** It can have what it wants of this node, now. */
    record Start(NodeResources node) implements Decision {}

    /** It waits for this node, which could serve it, and not now. */
    record Queue(NodeResources node) implements Decision {}

    /** No node could serve it, whoever ends: it waits until one joins or grows. */
    record Infeasible() implements Decision {}
}

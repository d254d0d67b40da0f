package io.fateflow.engine.resource.placement;

import java.util.List;

import io.fateflow.engine.resource.amount.NodeResources;
import io.fateflow.engine.resource.amount.ResourceSet;

/** Which of several nodes, each of which would do. */
@FunctionalInterface
interface NodeChoice {

    /** @param candidates at least one */
    NodeResources of(List<NodeResources> candidates, ResourceSet demand);
}

package io.fateflow.engine.resource.placement;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

import io.fateflow.engine.resource.amount.NodeResources;
import io.fateflow.engine.resource.amount.ResourceSet;

/**
 * Ray's two passes: first among nodes that could serve the task now, beside those that wait for them; then among nodes
 * that could ever serve it. Between the two stands one of ours: what is free and too little for whoever waits for it is
 * not kept from those whom it serves.
 */
public final class Placement {

    private final RandomGenerator random;

    /** @param random seeded, if decisions are to be the same again */
    public Placement(RandomGenerator random) {
        this.random = random;
    }

    /**
     * Decides where one task goes.
     *
     * @param reserved nodes that are kept for somebody who has waited for too long
     * @param near nodes where the task's input lies
     */
    public Decision decide(
            Collection<NodeResources> nodes,
            ResourceSet demand,
            PlacementPolicy policy,
            Set<String> reserved,
            Set<String> near) {
        NodeChoice choice = choice(policy, near);
        List<NodeResources> open = nodes.stream().filter(NodeResources::open).toList();
        List<NodeResources> mine =
                open.stream().filter(node -> !reserved.contains(node.node())).toList();
        List<NodeResources> now = those(mine, node -> node.fits(demand));
        if (now.isEmpty()) {
            now = those(mine, node -> node.fitsNow(demand));
        }
        if (!now.isEmpty()) {
            return new Decision.Start(choice.of(now, demand));
        }
        List<NodeResources> ever = those(open, node -> node.isFeasible(demand));
        return ever.isEmpty() ? new Decision.Infeasible() : new Decision.Queue(choice.of(ever, demand));
    }

    /** The one of several nodes that a demand's policy likes best; any of them serves it. */
    NodeResources choose(List<NodeResources> candidates, Demand demand) {
        return choice(demand.policy(), Set.of()).of(candidates, demand.amounts());
    }

    private NodeChoice choice(PlacementPolicy policy, Set<String> near) {
        return switch (policy) {
            case RANDOM -> Choices.random(random);
            case PACK -> Choices.pack();
            case SPREAD -> Choices.spread();
            case AFFINITY -> Choices.affinity(near);
        };
    }

    private static List<NodeResources> those(List<NodeResources> nodes, Predicate<NodeResources> condition) {
        return nodes.stream().filter(condition).toList();
    }
}

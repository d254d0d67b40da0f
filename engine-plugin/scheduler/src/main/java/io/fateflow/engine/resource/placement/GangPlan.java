package io.fateflow.engine.resource.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.fateflow.engine.resource.amount.NodeResources;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;

/**
 * Where all that is wanted at once goes, or that it does not fit: the largest first, each on the node that its policy likes
 * best of those where the rest still fits. What others wait for on a node is not taken.
 */
final class GangPlan {

    /** After so many tries it counts as not fitting: it is planned again with whatever is given back. */
    private static final int MOST_TRIES = 5_000;

    private final List<Demand> wanted;
    private final Placement placement;
    private final List<Integer> largestFirst;
    private final String[] nodes;
    private int tries;
    private int deepest;

    private GangPlan(List<Demand> wanted, Collection<NodeResources> all, Placement placement) {
        this.wanted = wanted;
        this.placement = placement;
        this.nodes = new String[wanted.size()];
        this.largestFirst = IntStream.range(0, wanted.size())
                .boxed()
                .sorted(Comparator.comparingDouble((Integer index) -> -size(wanted.get(index), all))
                        .thenComparing(index -> wanted.get(index).json()))
                .toList();
    }

    /**
     * A plan for all, or what of them found no place.
     *
     * @param nodes a node for each demand, in their order; empty if they do not fit
     * @param order in which demands are to be taken, by their numbers: which units one gets depends on those before it
     * @param missing the first for which nothing was left; null if they fit
     * @param rest the nodes as they are with the plan carried out; as they were, if it does not fit
     */
    record Outcome(
            List<String> nodes,
            List<Integer> order,
            @Nullable Demand missing,
            Collection<NodeResources> rest) {

        boolean fits() {
            return missing == null;
        }
    }

    /** @param all nodes; those that take no tasks are left out */
    static Outcome of(Collection<NodeResources> all, List<Demand> wanted, Placement placement) {
        Map<String, NodeResources> open = new LinkedHashMap<>();
        all.stream().filter(NodeResources::open).forEach(node -> open.put(node.node(), node));
        GangPlan plan = new GangPlan(wanted, open.values(), placement);
        Optional<Map<String, NodeResources>> rest = plan.place(0, open);
        return rest.map(left -> new Outcome(List.of(plan.nodes.clone()), plan.largestFirst, null, left.values()))
                .orElseGet(() -> new Outcome(List.of(), List.of(), plan.firstMissing(), all));
    }

    private Demand firstMissing() {
        return wanted.get(largestFirst.get(deepest));
    }

    private static double size(Demand demand, Collection<NodeResources> all) {
        return demand.amounts().amounts().entrySet().stream()
                .mapToDouble(entry -> (double) entry.getValue().units() / most(entry.getKey(), all))
                .max()
                .orElse(0);
    }

    private static long most(String label, Collection<NodeResources> all) {
        return Math.max(
                1,
                all.stream()
                        .mapToLong(node -> node.total().get(label).units())
                        .max()
                        .orElse(1));
    }

    private Optional<Map<String, NodeResources>> place(int index, Map<String, NodeResources> left) {
        if (index == largestFirst.size()) {
            return Optional.of(left);
        }
        deepest = Math.max(deepest, index);
        int which = largestFirst.get(index);
        Demand demand = wanted.get(which);
        List<NodeResources> candidates = new ArrayList<>(left.values().stream()
                .filter(node -> node.fits(demand.amounts()))
                .toList());
        Set<Object> alike = new HashSet<>();
        while (!candidates.isEmpty() && tries < MOST_TRIES) {
            NodeResources node = placement.choose(candidates, demand);
            candidates.remove(node);
            if (!alike.add(List.of(node.total(), node.leased(), node.load(), shares(node)))) {
                continue;
            }
            tries++;
            nodes[which] = node.node();
            Map<String, NodeResources> after = new LinkedHashMap<>(left);
            after.put(node.node(), node.acquire(demand.amounts()).node());
            Optional<Map<String, NodeResources>> rest = place(index + 1, after);
            if (rest.isPresent()) {
                return rest;
            }
        }
        return Optional.empty();
    }

    /** What is left of units, whichever they are. */
    private static List<ResourceQuantity> shares(NodeResources node) {
        return node.ids().ids().values().stream()
                .flatMap(ids -> ids.fractionalIds().values().stream())
                .sorted()
                .toList();
    }

    /** What nodes would have if nobody had anything of them. */
    static Collection<NodeResources> emptied(Collection<NodeResources> nodes) {
        return nodes.stream().map(GangPlan::emptied).toList();
    }

    private static NodeResources emptied(NodeResources node) {
        return new NodeResources(
                node.node(),
                node.total(),
                ResourceSet.EMPTY,
                ResourceSet.EMPTY,
                node.ids().unused(),
                node.open());
    }
}

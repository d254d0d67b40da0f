package io.fateflow.engine.resource.placement;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

import io.fateflow.engine.resource.amount.NodeResources;
import io.fateflow.engine.resource.amount.ResourceIds;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;

/** The choices behind {@link PlacementPolicy}. */
final class Choices {

    private Choices() {}

    static NodeChoice random(RandomGenerator random) {
        return (candidates, demand) -> candidates.get(random.nextInt(candidates.size()));
    }

    /** Least left first, but before that: no unit is split that need not be, and no unit kept from who could use it. */
    static NodeChoice pack() {
        return (candidates, demand) -> candidates.stream()
                .min(Comparator.<NodeResources>comparingInt(node -> splits(node, demand))
                        .thenComparingInt(node -> unusedUnits(node, demand))
                        .thenComparingDouble(node -> freeShare(node, demand))
                        .thenComparing(NodeResources::node))
                .orElseThrow();
    }

    static NodeChoice spread() {
        return (candidates, demand) -> candidates.stream()
                .max(Comparator.<NodeResources>comparingDouble(node -> freeShare(node, demand))
                        .thenComparing(NodeResources::node, Comparator.reverseOrder()))
                .orElseThrow();
    }

    /** @param preferred where the task's input lies */
    static NodeChoice affinity(Set<String> preferred) {
        return (candidates, demand) -> {
            List<NodeResources> near = candidates.stream()
                    .filter(node -> preferred.contains(node.node()))
                    .toList();
            return spread().of(near.isEmpty() ? candidates : near, demand);
        };
    }

    /** How many whole units a task would split that wants shares. */
    private static int splits(NodeResources node, ResourceSet demand) {
        return (int) demand.amounts().entrySet().stream()
                .filter(entry -> entry.getValue().isFraction() && node.ids().has(entry.getKey()))
                .filter(entry -> node.ids().of(entry.getKey()).fractionalIds().values().stream()
                        .allMatch(rest -> rest.isLessThan(entry.getValue())))
                .count();
    }

    /** Of how many labels with units the task wants nothing, while there are any. */
    private static int unusedUnits(NodeResources node, ResourceSet demand) {
        return (int) node.ids().ids().entrySet().stream()
                .filter(entry -> !demand.labels().contains(entry.getKey()))
                .map(entry -> entry.getValue())
                .filter(Choices::hasAny)
                .count();
    }

    private static boolean hasAny(ResourceIds ids) {
        return ids.capacity() > ids.used().size();
    }

    /** What the node would have left of what the task wants, with those that wait for it, as a share of the total. */
    private static double freeShare(NodeResources node, ResourceSet demand) {
        return demand.amounts().keySet().stream()
                .mapToDouble(label -> share(node, label))
                .average()
                .orElse(0);
    }

    private static double share(NodeResources node, String label) {
        ResourceQuantity total = node.total().get(label);
        long left = total.units()
                - node.leased().get(label).units()
                - node.load().get(label).units();
        return total.isZero() ? 0 : (double) left / total.units();
    }
}

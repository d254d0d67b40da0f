package io.fateflow.engine.resource.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.fateflow.engine.resource.amount.NodeResources;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;

/** Why no node serves a demand now, as the user reads it: which label, how much of it, and what each node has. */
public final class Shortage {

    private static final int NODES_SHOWN = 10;

    private Shortage() {}

    /**
     * In one sentence.
     *
     * @return what is said of a demand that fits, too: that it does
     */
    public static String of(ResourceSet demand, Collection<NodeResources> nodes) {
        List<NodeResources> open = nodes.stream().filter(NodeResources::open).toList();
        if (open.isEmpty()) {
            return "it needs %s, and no node takes tasks".formatted(demand);
        }
        List<String> missing = new ArrayList<>();
        demand.amounts().forEach((label, amount) -> missing(label, amount, open).ifPresent(missing::add));
        if (!missing.isEmpty()) {
            return String.join("; ", missing);
        }
        return open.stream().anyMatch(node -> node.isFeasible(demand))
                ? busy(demand, open)
                : "no node has %s together: %s".formatted(demand, totals(demand, open));
    }

    /** Of a label of which no node has so much, whoever ends. */
    private static Optional<String> missing(String label, ResourceQuantity amount, List<NodeResources> nodes) {
        ResourceQuantity most = nodes.stream()
                .map(node -> node.total().get(label))
                .max(Comparator.naturalOrder())
                .orElse(ResourceQuantity.ZERO);
        if (!most.isLessThan(amount)) {
            return Optional.empty();
        }
        return Optional.of(
                most.isZero()
                        ? "it needs %s %s, and no node has the label %s; there are %s"
                                .formatted(amount, label, label, labels(nodes))
                        : "it needs %s %s, and the most that a node has is %s: %s"
                                .formatted(amount, label, most, totals(ResourceSet.of(label, amount), nodes)));
    }

    private static String labels(List<NodeResources> nodes) {
        TreeSet<String> labels = new TreeSet<>();
        nodes.forEach(node -> labels.addAll(node.total().labels()));
        return labels.isEmpty() ? "none" : String.join(", ", labels);
    }

    private static String totals(ResourceSet demand, List<NodeResources> nodes) {
        return shown(nodes, node -> "%s has %s".formatted(node.node(), demanded(node.total(), demand)));
    }

    private static ResourceSet demanded(ResourceSet of, ResourceSet demand) {
        return ResourceSet.of(demand.labels().stream().collect(Collectors.toMap(label -> label, of::get)));
    }

    /** Some nodes could serve it, and have too little free. */
    private static String busy(ResourceSet demand, List<NodeResources> nodes) {
        List<NodeResources> able =
                nodes.stream().filter(node -> node.isFeasible(demand)).toList();
        return "it needs %s, and no node has that free: %s".formatted(demand, shown(able, node -> free(node, demand)));
    }

    /** What nodes have free of what is wanted. */
    static String free(ResourceSet demand, Collection<NodeResources> nodes) {
        return shown(nodes.stream().filter(NodeResources::open).toList(), node -> free(node, demand));
    }

    private static String free(NodeResources node, ResourceSet demand) {
        String split = demand.amounts().entrySet().stream()
                .filter(entry -> isSplit(node, entry))
                .map(entry -> splitUnits(node, entry.getKey(), entry.getValue()))
                .collect(Collectors.joining("; "));
        String free = "%s has %s".formatted(node.node(), demanded(node.available(), demand));
        return split.isEmpty() ? free : free + ", but " + split;
    }

    /** There would be enough of it, if it were not in pieces. */
    private static boolean isSplit(NodeResources node, Map.Entry<String, ResourceQuantity> wanted) {
        return node.ids().has(wanted.getKey())
                && !node.available().get(wanted.getKey()).isLessThan(wanted.getValue())
                && !node.ids().of(wanted.getKey()).contains(wanted.getValue());
    }

    private static String splitUnits(NodeResources node, String label, ResourceQuantity wanted) {
        String rests = node.ids().of(label).rests(label.toLowerCase(Locale.ROOT));
        return wanted.isFraction()
                ? "no single %s has %s free: %s".formatted(label, wanted, rests)
                : "not so many whole %s are free: %s".formatted(label, rests);
    }

    private static String shown(List<NodeResources> nodes, Function<NodeResources, String> text) {
        String shown = nodes.stream().limit(NODES_SHOWN).map(text).collect(Collectors.joining("; "));
        int more = nodes.size() - NODES_SHOWN;
        return more > 0 ? shown + "; and %d nodes more".formatted(more) : shown;
    }
}

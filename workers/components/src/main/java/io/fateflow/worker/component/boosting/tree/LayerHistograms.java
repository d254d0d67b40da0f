package io.fateflow.worker.component.boosting.tree;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Histograms depth by depth: of two siblings only the one with fewer rows is added up, the other is what it leaves of their
 * parent's.
 */
public final class LayerHistograms {

    private Map<Integer, Histogram> parents = Map.of();
    private final Map<Integer, Histogram> own = new HashMap<>();

    /** Adds up the rows of one node. */
    public interface Builder {
        Histogram build(int[] rows);
    }

    /** From here on, nodes are a depth below the ones before. */
    public void descend() {
        parents = Map.copyOf(own);
        own.clear();
    }

    /**
     * Histograms of nodes, in their order.
     *
     * @param nodes of one depth, siblings side by side
     * @param builder makes a histogram of rows
     */
    public List<Histogram> of(List<LayerNode> nodes, Builder builder) {
        for (int i = 0; i < nodes.size(); i++) {
            LayerNode node = nodes.get(i);
            if (i + 1 < nodes.size() && node.parent() >= 0 && parents.containsKey(node.parent())) {
                pair(node, nodes.get(++i), builder);
            } else {
                own.put(node.id(), builder.build(node.counted()));
            }
        }
        return nodes.stream()
                .map(node -> Objects.requireNonNull(own.get(node.id())))
                .toList();
    }

    private void pair(LayerNode left, LayerNode right, Builder builder) {
        boolean leftIsLess = left.counted().length < right.counted().length;
        LayerNode less = leftIsLess ? left : right;
        Histogram built = builder.build(less.counted());
        Histogram other = Objects.requireNonNull(parents.get(left.parent())).minus(built);
        own.put(less.id(), built);
        own.put((leftIsLess ? right : left).id(), other);
    }
}

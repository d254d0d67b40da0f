package io.fateflow.worker.component.boosting.hetero;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.fateflow.worker.component.boosting.tree.LayerNode;

/**
 * A host's encrypted sums depth by depth: of two siblings only the one with fewer rows is added up. What has to be kept for
 * the next depth is bounded; without it, both are added up.
 */
final class HostLayer implements AutoCloseable {

    private static final long MOST_BYTES = 256L << 20;

    private final CellBuilder builder;
    private final CandidateMaker maker;
    private Map<Integer, NodeCells> parents = new HashMap<>();
    private Map<Integer, NodeCells> own = new HashMap<>();

    HostLayer(CellBuilder builder, CandidateMaker maker) {
        this.builder = builder;
        this.maker = maker;
    }

    /** From here on, nodes are a depth below the ones before. */
    void descend() {
        close(parents);
        parents = own;
        own = new HashMap<>();
    }

    /**
     * The candidates of some nodes.
     *
     * @param nodes siblings side by side
     */
    List<NodeCandidates> candidates(List<LayerNode> nodes) {
        List<NodeCandidates> candidates = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            LayerNode node = nodes.get(i);
            boolean hasSibling = i + 1 < nodes.size()
                    && node.parent() >= 0
                    && nodes.get(i + 1).parent() == node.parent();
            if (hasSibling) {
                candidates.addAll(pair(node, nodes.get(++i)));
            } else {
                candidates.add(finish(node, builder.build(node.counted())));
            }
        }
        return candidates;
    }

    private List<NodeCandidates> pair(LayerNode left, LayerNode right) {
        boolean leftIsLess = left.counted().length < right.counted().length;
        LayerNode less = leftIsLess ? left : right;
        LayerNode more = leftIsLess ? right : left;
        NodeCells parent = parents.get(left.parent());
        NodeCells built = builder.build(less.counted());
        NodeCells other = parent != null && builder.subtracts(more.counted().length)
                ? builder.difference(parent, built)
                : builder.build(more.counted());
        NodeCandidates ofLess = finish(less, built);
        NodeCandidates ofMore = finish(more, other);
        return leftIsLess ? List.of(ofLess, ofMore) : List.of(ofMore, ofLess);
    }

    private NodeCandidates finish(LayerNode node, NodeCells cells) {
        NodeCandidates candidates = maker.make(cells, node.counted().length);
        if ((own.size() + 1) * builder.bytes() <= MOST_BYTES) {
            own.put(node.id(), cells);
        } else {
            cells.close();
        }
        return candidates;
    }

    @Override
    public void close() {
        close(parents);
        close(own);
    }

    private static void close(Map<Integer, NodeCells> cells) {
        cells.values().forEach(NodeCells::close);
        cells.clear();
    }
}

package io.fateflow.worker.component.boosting.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The guest's tree while it grows: nodes, their sums, and which leaf each row came to. */
public final class GrowingTree {

    private final String site;
    private final Criterion criterion;
    private final boolean[] counted;
    private final List<TreeNode> nodes = new ArrayList<>();
    private final Map<Integer, Sums> sums = new HashMap<>();
    private final int[] leaves;
    private List<LayerNode> layer = new ArrayList<>();

    /**
     * Begins with a root.
     *
     * @param site whose tree it is
     * @param total of all rows that count, also those of other parties
     * @param rowsAreKnown whether this party knows which node a row is in
     */
    public GrowingTree(String site, Criterion criterion, Gradients gradients, Sums total, boolean rowsAreKnown) {
        this.site = site;
        this.criterion = criterion;
        this.leaves = new int[gradients.size()];
        this.counted = new boolean[gradients.size()];
        for (int row : gradients.rows()) {
            counted[row] = true;
        }
        int[] all = new int[rowsAreKnown ? gradients.size() : 0];
        Arrays.setAll(all, row -> row);
        layer.add(open(Tree.ROOT, -1, total, all));
    }

    /** Nodes that may be parted yet. */
    public List<LayerNode> layer() {
        return layer;
    }

    public TreeNode node(int id) {
        return nodes.get(id);
    }

    /** Makes a node a leaf. */
    public void close(LayerNode node) {
        nodes.set(node.id(), nodes.get(node.id()).asLeaf());
        for (int row : node.rows()) {
            leaves[row] = node.id();
        }
    }

    /** Parts a node; what becomes of its rows is said later. */
    public void part(LayerNode node, String by, int feature, double threshold, int missingDirection, Sums left) {
        int leftId = nodes.size();
        Sums all = sums.getOrDefault(node.id(), left);
        add(leftId, left);
        add(leftId + 1, all.minus(left));
        nodes.set(node.id(), nodes.get(node.id()).parted(by, feature, threshold, missingDirection, leftId, leftId + 1));
    }

    /** The next depth's nodes, siblings side by side. */
    public void descend(List<LayerNode> children) {
        layer = new ArrayList<>(children);
    }

    /** A child with its rows. */
    public LayerNode child(int id, int parent, int[] rows) {
        return new LayerNode(
                id,
                parent,
                rows,
                Arrays.stream(rows).filter(row -> counted[row]).toArray());
    }

    /** All that are left become leaves. */
    public Tree finish() {
        layer.forEach(this::close);
        layer = List.of();
        return new Tree(nodes);
    }

    /** The leaf of each row. */
    public int[] leaves() {
        return leaves;
    }

    private LayerNode open(int id, int parent, Sums total, int[] rows) {
        add(id, total);
        return child(id, parent, rows);
    }

    private void add(int id, Sums total) {
        nodes.add(TreeNode.open(id, site, criterion.weights(total)));
        sums.put(id, total);
    }
}

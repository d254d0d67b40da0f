package io.fateflow.worker.component.boosting.hetero;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.fateflow.worker.component.boosting.tree.Criterion;
import io.fateflow.worker.component.boosting.tree.Gradients;
import io.fateflow.worker.component.boosting.tree.LayerNode;
import io.fateflow.worker.component.boosting.tree.Sums;
import io.fateflow.worker.component.boosting.tree.Tree;
import io.fateflow.worker.component.boosting.tree.TreeNode;

/** The guest's tree while it grows: nodes, their sums, and which leaf each row came to. */
final class GrowingTree {

    private final String site;
    private final Criterion criterion;
    private final boolean[] counted;
    private final List<TreeNode> nodes = new ArrayList<>();
    private final Map<Integer, Sums> sums = new HashMap<>();
    private final int[] leaves;
    private List<LayerNode> layer = new ArrayList<>();

    /** Begins with a root; its rows are unknown while a host keeps them. */
    GrowingTree(String site, Criterion criterion, Gradients gradients, boolean rowsAreKnown) {
        this.site = site;
        this.criterion = criterion;
        this.leaves = new int[gradients.size()];
        this.counted = new boolean[gradients.size()];
        for (int row : gradients.rows()) {
            counted[row] = true;
        }
        int[] all = new int[rowsAreKnown ? gradients.size() : 0];
        Arrays.setAll(all, row -> row);
        layer.add(open(Tree.ROOT, -1, gradients.total(), all));
    }

    /** Nodes that may be parted yet. */
    List<LayerNode> layer() {
        return layer;
    }

    TreeNode node(int id) {
        return nodes.get(id);
    }

    /** Makes a node a leaf. */
    void close(LayerNode node) {
        nodes.set(node.id(), nodes.get(node.id()).asLeaf());
        for (int row : node.rows()) {
            leaves[row] = node.id();
        }
    }

    /** Parts a node; what becomes of its rows is said later. */
    void part(LayerNode node, String by, int feature, double threshold, int missingDirection, Sums left) {
        int leftId = nodes.size();
        Sums all = sums.getOrDefault(node.id(), left);
        add(leftId, left);
        add(leftId + 1, all.minus(left));
        nodes.set(node.id(), nodes.get(node.id()).parted(by, feature, threshold, missingDirection, leftId, leftId + 1));
    }

    /** The next depth's nodes, siblings side by side. */
    void descend(List<LayerNode> children) {
        layer = new ArrayList<>(children);
    }

    /** A child with its rows. */
    LayerNode child(int id, int parent, int[] rows) {
        return new LayerNode(
                id,
                parent,
                rows,
                Arrays.stream(rows).filter(row -> counted[row]).toArray());
    }

    /** All that are left become leaves. */
    Tree finish() {
        layer.forEach(this::close);
        layer = List.of();
        return new Tree(nodes);
    }

    /** The leaf of each row. */
    int[] leaves() {
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

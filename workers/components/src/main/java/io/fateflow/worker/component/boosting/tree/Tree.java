package io.fateflow.worker.component.boosting.tree;

import java.util.List;

/** A tree, as one party knows it; a node's place in the list is its id. None of the nodes if it is another party's alone. */
public record Tree(List<TreeNode> nodes) {

    public static final int ROOT = 0;

    public Tree {
        nodes = List.copyOf(nodes);
    }

    public TreeNode node(int id) {
        return nodes.get(id);
    }

    /** How many outputs its leaves have. */
    public int outputs() {
        return nodes.stream().mapToInt(node -> node.weights().length).max().orElse(1);
    }
}

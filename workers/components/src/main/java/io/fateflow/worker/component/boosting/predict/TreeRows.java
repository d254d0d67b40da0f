package io.fateflow.worker.component.boosting.predict;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

import io.fateflow.worker.component.boosting.data.BinSplits;
import io.fateflow.worker.component.boosting.data.BinnedTable;
import io.fateflow.worker.component.boosting.data.ColumnTable;
import io.fateflow.worker.component.boosting.tree.Tree;
import io.fateflow.worker.component.boosting.tree.TreeNode;

/** Rows on their way through trees, as far as a party's own columns lead them. */
public final class TreeRows {

    private final List<Tree> trees;
    private final BinnedTable data;
    private final int[][] bins;

    /**
     * Rows to be predicted.
     *
     * @param data with the columns that the trees were grown with, in their order
     * @param useMissing whether missing values have a direction of their own
     * @param zeroMissing whether 0 counts as missing
     */
    public TreeRows(List<Tree> trees, ColumnTable data, boolean useMissing, boolean zeroMissing) {
        this.trees = List.copyOf(trees);
        double[][] points = IntStream.range(0, data.columns().length)
                .mapToObj(this::thresholds)
                .toArray(double[][]::new);
        BinSplits splits = new BinSplits(points, useMissing, zeroMissing);
        this.data = splits.predict(data);
        this.bins = trees.stream()
                .map(tree -> tree.nodes().stream()
                        .mapToInt(node ->
                                node.feature() < 0 ? -1 : Arrays.binarySearch(points[node.feature()], node.threshold()))
                        .toArray())
                .toArray(int[][]::new);
    }

    public int size() {
        return data.size();
    }

    public List<Tree> trees() {
        return trees;
    }

    /** The node where a row's way through a tree ends, or goes on by another party's column. */
    public int advance(int tree, int from, int row) {
        TreeNode node = trees.get(tree).node(from);
        while (node.feature() >= 0) {
            boolean left = data.goesLeft(row, node.feature(), bins[tree][node.id()], node.missingDirection());
            node = trees.get(tree).node(left ? node.left() : node.right());
        }
        return node.id();
    }

    /**
     * Which leaves of a tree a row may come to as far as this party's columns tell, in ascending order of their ids.
     *
     * @param leaves how many there are; all of them, if this party does not know the tree
     */
    public boolean[] reachable(int tree, int row, int leaves) {
        boolean[] reachable = new boolean[leaves];
        List<TreeNode> nodes = trees.get(tree).nodes();
        if (nodes.isEmpty()) {
            Arrays.fill(reachable, true);
            return reachable;
        }
        boolean[] reached = new boolean[nodes.size()];
        reached[Tree.ROOT] = true;
        int leaf = 0;
        // children come behind their parents
        for (TreeNode node : nodes) {
            if (node.leaf()) {
                reachable[leaf++] = reached[node.id()];
            } else if (reached[node.id()]) {
                boolean own = node.feature() >= 0;
                boolean left =
                        own && data.goesLeft(row, node.feature(), bins[tree][node.id()], node.missingDirection());
                reached[node.left()] = left || !own;
                reached[node.right()] = !left || !own;
            }
        }
        return reachable;
    }

    /** The last bin has no bound: what exceeds all thresholds is in it. */
    private double[] thresholds(int column) {
        return DoubleStream.concat(
                        trees.stream()
                                .flatMap(tree -> tree.nodes().stream())
                                .filter(node -> node.feature() == column)
                                .mapToDouble(TreeNode::threshold)
                                .sorted()
                                .distinct(),
                        DoubleStream.of(Double.POSITIVE_INFINITY))
                .toArray();
    }
}

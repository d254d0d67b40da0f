package io.fateflow.worker.component.boosting.tree;

import java.util.Arrays;

/**
 * A node of a tree, as one party knows it.
 *
 * @param id its place in the tree
 * @param site whose column parts it, such as {@code guest:9999}
 * @param feature the column; -1 for another party's, and for a leaf
 * @param threshold what does not exceed it goes to the left
 * @param missingDirection -1 if missing values go to the left, else 1
 * @param weights for each output; hosts know none
 * @param left the child's id, -1 for a leaf
 */
// nobody compares nodes
@SuppressWarnings("ArrayRecordComponent")
public record TreeNode(
        int id,
        String site,
        int feature,
        double threshold,
        int missingDirection,
        double[] weights,
        boolean leaf,
        int left,
        int right) {

    private static final double PLACES = 1e10;

    /** A node that may be parted yet. */
    public static TreeNode open(int id, String site, double[] weights) {
        return new TreeNode(id, site, -1, 0, 1, weights, false, -1, -1);
    }

    /** The same as a leaf; weights are rounded to ten decimal places. */
    public TreeNode asLeaf() {
        double[] rounded = Arrays.stream(weights)
                .map(weight -> Math.rint(weight * PLACES) / PLACES)
                .toArray();
        return new TreeNode(id, site, -1, 0, 1, rounded, true, -1, -1);
    }

    /** The same parted. */
    public TreeNode parted(String by, int byFeature, double byThreshold, int direction, int leftId, int rightId) {
        return new TreeNode(id, by, byFeature, byThreshold, direction, weights, false, leftId, rightId);
    }

    /** The same as other parties may know it. */
    public TreeNode masked() {
        return new TreeNode(id, site, -1, 0, 1, new double[1], leaf, left, right);
    }
}

package io.fateflow.worker.component.boosting.hetero;

import java.util.Arrays;
import java.util.stream.IntStream;

import io.fateflow.worker.component.boosting.predict.TreeRows;
import io.fateflow.worker.component.boosting.tree.TreeNode;

/**
 * How rows of encrypted prediction are parted: a row has a number for each leaf of each tree.
 *
 * @param leaves how many each tree has
 */
// nobody compares blocks
@SuppressWarnings("ArrayRecordComponent")
record LeafBlocks(int[] leaves) {

    private static final int NUMBERS_AT_ONCE = 1 << 15;

    static LeafBlocks of(TreeRows rows) {
        return new LeafBlocks(rows.trees().stream()
                .mapToInt(tree ->
                        (int) tree.nodes().stream().filter(TreeNode::leaf).count())
                .toArray());
    }

    /** How many numbers a row has. */
    int perRow() {
        return Math.max(1, Arrays.stream(leaves).sum());
    }

    int rowsAtOnce() {
        return Math.max(1, NUMBERS_AT_ONCE / perRow());
    }

    int blocks(int rows) {
        return (rows + rowsAtOnce() - 1) / rowsAtOnce();
    }

    /** The leaves of all trees that a row may come to. */
    boolean[] reachable(TreeRows rows, int row) {
        boolean[] all = new boolean[perRow()];
        int from = 0;
        for (int tree = 0; tree < leaves.length; tree++) {
            boolean[] some = rows.reachable(tree, row, leaves[tree]);
            System.arraycopy(some, 0, all, from, some.length);
            from += leaves[tree];
        }
        return all;
    }

    /** The tree of each of a row's numbers. */
    int[] trees() {
        return IntStream.range(0, leaves.length)
                .flatMap(tree -> IntStream.generate(() -> tree).limit(leaves[tree]))
                .toArray();
    }
}

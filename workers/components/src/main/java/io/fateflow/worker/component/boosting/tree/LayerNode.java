package io.fateflow.worker.component.boosting.tree;

/**
 * A node that may be parted yet, with what is in it.
 *
 * @param parent its parent's id, -1 at the root
 * @param rows all of its rows, ascending
 * @param counted those of them that gradients are added up of
 */
// nobody compares nodes
@SuppressWarnings("ArrayRecordComponent")
public record LayerNode(int id, int parent, int[] rows, int[] counted) {}

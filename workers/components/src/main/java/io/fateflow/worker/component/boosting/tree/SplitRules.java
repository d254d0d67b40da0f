package io.fateflow.worker.component.boosting.tree;

import io.fateflow.worker.component.boosting.parameter.TreeParameters;

/** Which splits may be, and which of them is the best: FATE's rules, by which of equal gains the first one wins. */
public record SplitRules(Criterion criterion, TreeParameters parameters) {

    /** What a gain must differ by to be another one. */
    private static final double EQUAL = 1e-8;

    public static SplitRules of(TreeParameters parameters) {
        return new SplitRules(Criterion.of(parameters), parameters);
    }

    /** Whether a node has enough rows to be parted. */
    public boolean mayPart(int rows) {
        return rows >= parameters.leastSplitRows() && rows >= 1;
    }

    /** Whether both parts have enough rows. */
    public boolean enoughRows(int left, int right) {
        return left >= parameters.leastLeafRows() && right >= parameters.leastLeafRows();
    }

    /** Whether both parts have hessians enough. */
    public boolean enoughWeight(Sums left, Sums right) {
        return left.hessian() >= parameters.leastChildWeight() && right.hessian() >= parameters.leastChildWeight();
    }

    /** What a first candidate has to be better than. */
    public double leastGain() {
        return parameters.leastGain() - EQUAL;
    }

    public boolean better(double gain, double best) {
        return gain > parameters.leastGain() && gain > best + EQUAL;
    }

    /** Whether a node with this best split becomes a leaf. */
    public boolean isLeaf(double bestGain) {
        return bestGain <= parameters.leastGain() + EQUAL;
    }

    /** The better of two parties' splits; of equal ones the first. */
    public static Split better(Split first, Split second) {
        return first.gain() >= second.gain() - EQUAL ? first : second;
    }
}

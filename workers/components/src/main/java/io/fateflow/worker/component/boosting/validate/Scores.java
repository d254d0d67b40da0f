package io.fateflow.worker.component.boosting.validate;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import io.fateflow.worker.component.boosting.objective.Objective;
import io.fateflow.worker.component.boosting.tree.Tree;

/**
 * What trees add up for each row.
 *
 * @param values by output, then by row
 */
// nobody compares scores
@SuppressWarnings("ArrayRecordComponent")
public record Scores(double[][] values) {

    /** The scores before the first tree. */
    public static Scores start(List<Double> start, int rows) {
        return new Scores(start.stream()
                .map(value -> {
                    double[] same = new double[rows];
                    Arrays.fill(same, value);
                    return same;
                })
                .toArray(double[][]::new));
    }

    public int rows() {
        return values[0].length;
    }

    public double[] ofRow(int row) {
        return Arrays.stream(values).mapToDouble(output -> output[row]).toArray();
    }

    /**
     * Adds a tree's weights.
     *
     * @param output that the tree is for, unless it is for all of them
     * @param firstRow the row of the first leaf
     * @param leaves the leaf of each row
     */
    public void add(Tree tree, int output, double learningRate, int firstRow, int... leaves) {
        for (int i = 0; i < leaves.length; i++) {
            double[] weights = tree.node(leaves[i]).weights();
            for (int k = 0; k < weights.length; k++) {
                values[weights.length > 1 ? k : output][firstRow + i] += learningRate * weights[k];
            }
        }
    }

    /** What is predicted of each row. */
    public double[][] predictions(Objective objective) {
        return IntStream.range(0, rows())
                .mapToObj(row -> objective.predict(ofRow(row)))
                .toArray(double[][]::new);
    }

    /** The mean loss, by weights if rows have some. */
    public double loss(Objective objective, Labels labels, double[] weights) {
        double sum = 0;
        double all = 0;
        for (int row = 0; row < rows(); row++) {
            double weight = weights.length > 0 ? weights[row] : 1;
            sum += weight * objective.loss(labels.values()[row], ofRow(row));
            all += weight;
        }
        return sum / all;
    }
}

package io.fateflow.worker.component.boosting;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;

/**
 * Boosted trees over data that is all in one place: every candidate is added up row by row, without histograms, packing or
 * encryption. Follows the formulas only; shares no line with what it is compared with.
 */
final class PooledTrees {

    private static final double EQUAL = 1e-8;
    private static final double LEAST_GAIN = 1e-3;

    private final double[][] x;
    private final double[] y;
    private final int[] owners;
    private final List<List<Double>> points = new ArrayList<>();
    private final double[][] scores;
    private final int classes;
    private final int depth;
    private final List<Double> losses = new ArrayList<>();
    private final List<Integer> rootColumns = new ArrayList<>();
    private double[] weights;
    private int ties;
    private double lambda = 0.1;
    private boolean useMissing;
    private boolean zeroMissing;
    private boolean vectors;
    private int guestOnlyRounds;

    /**
     * Trains nothing yet.
     *
     * @param owners of the columns: 0 for the guest, then hosts in their order
     * @param classes 0 for a regression by least squares
     */
    PooledTrees(double[][] x, double[] y, int[] owners, int classes, int bins, int depth) {
        this.x = x;
        this.y = y;
        this.owners = owners;
        this.classes = classes;
        this.depth = depth;
        this.weights = new double[y.length];
        Arrays.fill(weights, 1);
        for (int column = 0; column < owners.length; column++) {
            points.add(points(column, bins));
        }
        scores = new double[Math.max(1, classes == 2 ? 1 : classes)][y.length];
        if (classes == 0) {
            Arrays.fill(scores[0], Arrays.stream(y).average().orElseThrow());
        }
    }

    PooledTrees lambda(double value) {
        lambda = value;
        return this;
    }

    PooledTrees weights(double[] values) {
        weights = values;
        return this;
    }

    PooledTrees missing(boolean zeroIsMissing) {
        useMissing = true;
        zeroMissing = zeroIsMissing;
        return this;
    }

    PooledTrees vectors() {
        vectors = true;
        return this;
    }

    PooledTrees guestOnly(int rounds) {
        guestOnlyRounds = rounds;
        return this;
    }

    PooledTrees train(int rounds) {
        for (int round = 0; round < rounds; round++) {
            double[][] g = new double[scores.length][y.length];
            double[][] h = new double[scores.length][y.length];
            for (int row = 0; row < y.length; row++) {
                derive(row, g, h);
            }
            int trees = vectors ? 1 : scores.length;
            for (int k = 0; k < trees; k++) {
                int[] outputs = vectors ? IntStream.range(0, scores.length).toArray() : new int[] {k};
                int[] all = IntStream.range(0, y.length).toArray();
                grow(all, 0, outputs, g, h, round < guestOnlyRounds);
            }
            losses.add(loss());
        }
        return this;
    }

    List<Double> losses() {
        return losses;
    }

    /** The column of each tree's root, in the order in which trees have grown; -1 for a leaf. */
    List<Integer> rootColumns() {
        return rootColumns;
    }

    /**
     * How often a host had two ways to part rows that gain the same: which of them is taken is left to chance, so that such
     * data is good for no comparison.
     */
    int ties() {
        return ties;
    }

    /** What is predicted of a row. */
    double[] prediction(int row) {
        double[] own = IntStream.range(0, scores.length)
                .mapToDouble(k -> scores[k][row])
                .toArray();
        if (classes == 0) {
            return own;
        }
        if (classes == 2) {
            return new double[] {1 / (1 + Math.exp(-own[0]))};
        }
        double sum = Arrays.stream(own).map(Math::exp).sum();
        return Arrays.stream(own).map(score -> Math.exp(score) / sum).toArray();
    }

    private void derive(int row, double[][] g, double[][] h) {
        double[] p = prediction(row);
        for (int k = 0; k < scores.length; k++) {
            double target = classes > 2 ? (y[row] == k ? 1 : 0) : y[row];
            g[k][row] = weights[row] * (classes == 0 ? 2 * (p[k] - target) : p[k] - target);
            h[k][row] = weights[row] * (classes == 0 ? 2 : p[k] * (1 - p[k]));
        }
    }

    private double loss() {
        double sum = 0;
        for (int row = 0; row < y.length; row++) {
            double[] p = prediction(row);
            double own = classes == 0
                    ? (p[0] - y[row]) * (p[0] - y[row])
                    : -Math.log(classes == 2 ? (y[row] == 1 ? p[0] : 1 - p[0]) : p[(int) y[row]]);
            sum += weights[row] * own;
        }
        return sum / Arrays.stream(weights).sum();
    }

    // nobody compares candidates
    @SuppressWarnings("ArrayRecordComponent")
    private record Candidate(int column, double gain, int[] left, int[] right) {

        static final Candidate NONE = new Candidate(-1, 0, new int[0], new int[0]);
    }

    private void grow(int[] rows, int level, int[] outputs, double[][] g, double[][] h, boolean guestOnly) {
        Candidate best = level == depth ? Candidate.NONE : best(rows, outputs, g, h, guestOnly);
        boolean leaf = best.column < 0 || best.gain <= LEAST_GAIN + EQUAL;
        if (level == 0) {
            rootColumns.add(leaf ? -1 : best.column);
        }
        if (!leaf) {
            grow(best.left, level + 1, outputs, g, h, guestOnly);
            grow(best.right, level + 1, outputs, g, h, guestOnly);
            return;
        }
        for (int k : outputs) {
            double weight = Math.rint(floor(-sum(rows, g[k]) / (sum(rows, h[k]) + lambda)) * 1e10) / 1e10;
            for (int row : rows) {
                scores[k][row] += 0.3 * weight;
            }
        }
    }

    /** Each party's best, then the guest's unless a host's is really better. */
    private Candidate best(int[] rows, int[] outputs, double[][] g, double[][] h, boolean guestOnly) {
        Candidate[] byOwner =
                new Candidate[Math.max(1, Arrays.stream(owners).max().orElseThrow()) + 1];
        Arrays.fill(byOwner, new Candidate(-1, LEAST_GAIN - EQUAL, rows, rows));
        double[] tied = new double[byOwner.length];
        for (int column = 0; column < owners.length; column++) {
            for (int i = 0; i < points.get(column).size() - 1; i++) {
                for (boolean missingLeft : useMissing ? new boolean[] {false, true} : new boolean[] {false}) {
                    Candidate candidate =
                            candidate(rows, column, points.get(column).get(i), missingLeft, outputs, g, h);
                    Candidate before = byOwner[owners[column]];
                    boolean equal = Math.abs(candidate.gain - before.gain) < 10 * EQUAL;
                    boolean sameParts =
                            Arrays.equals(candidate.left, before.left) || Arrays.equals(candidate.left, before.right);
                    if (equal && owners[column] > 0 && !sameParts) {
                        tied[owners[column]] = candidate.gain;
                    }
                    if (candidate.gain > LEAST_GAIN && candidate.gain > before.gain + EQUAL) {
                        byOwner[owners[column]] = candidate;
                    }
                }
            }
        }
        Candidate host = byOwner[1];
        int owner = 1;
        for (int i = 2; i < byOwner.length; i++) {
            owner = host.gain < byOwner[i].gain - EQUAL ? i : owner;
            host = byOwner[owner];
        }
        boolean guestWins = guestOnly || byOwner[0].gain >= host.gain - EQUAL;
        boolean isTied = Math.abs(tied[owner] - host.gain) < 10 * EQUAL;
        ties += !guestWins && isTied ? 1 : 0;
        return guestWins ? byOwner[0] : host;
    }

    private Candidate candidate(
            int[] rows, int column, double point, boolean missingLeft, int[] outputs, double[][] g, double[][] h) {
        DoublePredicate left = value -> isMissing(value) ? missingLeft : value <= point;
        int[] toLeft =
                Arrays.stream(rows).filter(row -> left.test(x[row][column])).toArray();
        int[] toRight =
                Arrays.stream(rows).filter(row -> !left.test(x[row][column])).toArray();
        if (toLeft.length == 0 || toRight.length == 0) {
            return new Candidate(-1, Double.NEGATIVE_INFINITY, rows, rows);
        }
        double leftWeight =
                Arrays.stream(outputs).mapToDouble(k -> sum(toLeft, h[k])).sum();
        double rightWeight =
                Arrays.stream(outputs).mapToDouble(k -> sum(toRight, h[k])).sum();
        // FATE's min_child_weight, of which the tests take the least there is
        if (leftWeight < 0 || rightWeight < 0) {
            return new Candidate(-1, Double.NEGATIVE_INFINITY, rows, rows);
        }
        double gain = 0;
        for (int k : outputs) {
            gain += score(toLeft, g[k], h[k]) + score(toRight, g[k], h[k]) - score(rows, g[k], h[k]);
        }
        return new Candidate(column, floor(gain), toLeft, toRight);
    }

    private boolean isMissing(double value) {
        return useMissing && (Double.isNaN(value) || (zeroMissing && value == 0));
    }

    private double score(int[] rows, double[] g, double[] h) {
        double sum = floor(sum(rows, g));
        return floor(sum * sum / (floor(sum(rows, h)) + lambda));
    }

    private static double sum(int[] rows, double[] values) {
        return Arrays.stream(rows).mapToDouble(row -> values[row]).sum();
    }

    private static double floor(double value) {
        return Math.floor(value * 1e10) / 1e10;
    }

    /** Of columns in which zeros, if there are any, are between the other values as any value is. */
    private List<Double> points(int column, int bins) {
        double[] sorted = Arrays.stream(x)
                .mapToDouble(row -> row[column])
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        long negative = Arrays.stream(sorted).filter(value -> value < 0).count();
        double[] others = Arrays.stream(sorted).filter(value -> value != 0).toArray();
        double n = sorted.length;
        double low = negative / n;
        double high = (negative + n - others.length) / n;
        TreeSet<Double> found = new TreeSet<>();
        for (int i = 1; i < bins; i++) {
            double share = i * (1.0 / bins);
            if (low < share && share < high) {
                found.add(0.0);
                continue;
            }
            double own = others.length == sorted.length
                    ? share
                    : share <= low ? n / others.length * share : (share - high + low) / (1 - high + low);
            int rank = (int) Math.ceil(own * others.length);
            found.add(others[Math.min(others.length - 1, Math.max(1, rank - 1))]);
        }
        found.add(others[others.length - 1]);
        return new ArrayList<>(found);
    }
}

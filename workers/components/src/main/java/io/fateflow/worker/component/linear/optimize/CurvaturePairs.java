package io.fateflow.worker.component.linear.optimize;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;

/**
 * The last steps of a descent, each with how it changed the gradient: what BFGS needs to know of the inverse of the second
 * derivatives, without ever writing down a matrix. Not thread-safe.
 */
public final class CurvaturePairs {

    private final int most;
    private final Deque<Pair> pairs = new ArrayDeque<>();

    /** None yet. */
    public CurvaturePairs(int most) {
        this.most = most;
    }

    // nobody compares pairs
    @SuppressWarnings("ArrayRecordComponent")
    private record Pair(double[] step, double[] change, double product) {}

    public boolean isEmpty() {
        return pairs.isEmpty();
    }

    /** Adds a pair, for which the oldest goes if there are too many. */
    public void add(double[] step, double[] change) {
        pairs.addLast(new Pair(step.clone(), change.clone(), dot(step, change)));
        if (pairs.size() > most) {
            pairs.removeFirst();
        }
    }

    /** The gradient times the approximate inverse of the second derivatives; the gradient as long as there are no pairs. */
    public double[] apply(double[] gradient) {
        double[] direction = gradient.clone();
        double[] shares = new double[pairs.size()];
        int place = pairs.size();
        for (Iterator<Pair> latest = pairs.descendingIterator(); latest.hasNext(); ) {
            Pair pair = latest.next();
            shares[--place] = dot(pair.step, direction) / pair.product;
            add(direction, -shares[place], pair.change);
        }
        Pair last = pairs.peekLast();
        double scale = last == null ? 1 : last.product / dot(last.change, last.change);
        Arrays.setAll(direction, i -> direction[i] * scale);
        for (Pair pair : pairs) {
            double share = dot(pair.change, direction) / pair.product;
            add(direction, shares[place++] - share, pair.step);
        }
        return direction;
    }

    /** The sum of products. */
    public static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static void add(double[] to, double factor, double[] vector) {
        Arrays.setAll(to, i -> to[i] + factor * vector[i]);
    }
}

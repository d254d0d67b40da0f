package io.fateflow.worker.component.linear.hetero;

import java.util.Arrays;
import java.util.Optional;

/** Means of a party's weights, each over so many batches: how they move tells of the curvature. */
final class MovingMean {

    private final int interval;
    private double[] sum = new double[0];
    private double[] last = new double[0];
    private int count;

    MovingMean(int interval) {
        this.interval = interval;
    }

    /** Adds the weights of one more batch; gives how the mean has moved since the last one, if there was one. */
    Optional<double[]> add(double[] weights) {
        if (count == 0) {
            sum = new double[weights.length];
        }
        Arrays.setAll(sum, i -> sum[i] + weights[i]);
        count++;
        if (count < interval) {
            return Optional.empty();
        }
        double[] before = last;
        last = Arrays.stream(sum).map(each -> each / interval).toArray();
        count = 0;
        return before.length == 0 ? Optional.empty() : Optional.of(difference(last, before));
    }

    private static double[] difference(double[] a, double[] b) {
        double[] difference = new double[a.length];
        Arrays.setAll(difference, i -> a[i] - b[i]);
        return difference;
    }
}

package io.fateflow.worker.component.baseline;

import java.util.Arrays;

import io.fateflow.worker.component.linear.optimize.CurvaturePairs;

/**
 * Looks for the minimum of a smooth function by L-BFGS, as SciPy's L-BFGS-B does where nothing is bounded: ten pairs of steps and
 * changes of the gradient are remembered, the first step is as long as the inverse of the gradient's length, and steps are
 * those of {@link LineSearch}. It ends when no part of the gradient is greater than the tolerance, when the function falls
 * hardly any more, or after so many iterations.
 */
final class LimitedMemory {

    private static final int PAIRS = 10;
    private static final double LEAST_FALL = 2.220446049250313e-09;
    private static final double EPSILON = Math.ulp(1.0);

    private final LogisticLoss function;
    private final double tolerance;
    private final int maxIterations;
    private final CurvaturePairs pairs = new CurvaturePairs(PAIRS);

    LimitedMemory(LogisticLoss function, double tolerance, int maxIterations) {
        this.function = function;
        this.tolerance = tolerance;
        this.maxIterations = maxIterations;
    }

    /** Where it ended, and after how many iterations. */
    // nobody compares ends
    @SuppressWarnings("ArrayRecordComponent")
    record End(double[] at, int iterations) {}

    End minimize() {
        double[] at = new double[function.size()];
        double[] gradient = new double[at.length];
        double value = function.at(at, gradient);
        int iteration = 0;
        while (iteration < maxIterations && greatest(gradient) > tolerance) {
            double[] direction = direction(gradient);
            double first = pairs.isEmpty() && iteration == 0 ? Math.min(1, 1 / length(direction)) : 1;
            LineSearch.Point next = new LineSearch(function, at, direction).from(value, gradient, first);
            if (!(next.value() < value)) {
                break;
            }
            remember(at, gradient, next);
            double fall = value - next.value();
            double size = Math.max(Math.max(Math.abs(value), Math.abs(next.value())), 1);
            at = next.at();
            gradient = next.gradient();
            value = next.value();
            iteration++;
            if (fall <= LEAST_FALL * size) {
                break;
            }
        }
        return new End(at, iteration);
    }

    private void remember(double[] at, double[] gradient, LineSearch.Point next) {
        double[] step = minus(next.at(), at);
        double[] change = minus(next.gradient(), gradient);
        // a pair without curvature would spoil all that follows
        if (CurvaturePairs.dot(step, change) > EPSILON * Math.abs(CurvaturePairs.dot(gradient, step))) {
            pairs.add(step, change);
        }
    }

    private double[] direction(double[] gradient) {
        return Arrays.stream(pairs.apply(gradient)).map(each -> -each).toArray();
    }

    private static double length(double[] vector) {
        return Math.sqrt(CurvaturePairs.dot(vector, vector));
    }

    private static double greatest(double[] gradient) {
        return Arrays.stream(gradient).map(Math::abs).max().orElse(0);
    }

    private static double[] minus(double[] a, double[] b) {
        double[] difference = new double[a.length];
        Arrays.setAll(difference, i -> a[i] - b[i]);
        return difference;
    }
}

package io.fateflow.worker.component.baseline;

import java.util.Arrays;

import io.fateflow.worker.component.linear.optimize.CurvaturePairs;

/**
 * A step along a direction that lets the function fall enough, and its slope by nine tenths of a share (Moré and Thuente: Line
 * search algorithms with guaranteed sufficient decrease, 1994): keeps an interval that has such a step, and tries
 * minima of cubics and quadratics through what is known of its ends.
 *
 * @param from where the step begins
 */
// nobody compares searches
@SuppressWarnings("ArrayRecordComponent")
record LineSearch(LogisticLoss function, double[] from, double[] direction) {

    private static final double ENOUGH_FALL = 1e-3;
    private static final double ENOUGH_SLOPE = 0.9;
    private static final double NARROW = 0.1;
    private static final double LONGEST = 1e10;
    private static final int MOST_TRIALS = 20;

    /** Where a step ended. */
    // nobody compares points
    @SuppressWarnings("ArrayRecordComponent")
    record Point(double[] at, double value, double[] gradient) {}

    /** What is known of one step: its length, the function there, and its slope along the direction. */
    record Known(double step, double value, double slope) {

        /** The same of the function less a straight line. */
        Known less(double slopeOfLine) {
            return new Known(step, value - step * slopeOfLine, slope - slopeOfLine);
        }
    }

    Point from(double value, double[] gradient, double first) {
        Known start = new Known(0, value, CurvaturePairs.dot(gradient, direction));
        double line = ENOUGH_FALL * start.slope();
        Interval interval = new Interval(start);
        double step = first;
        Point point = new Point(from, value, gradient);
        for (int trial = 0; trial < MOST_TRIALS; trial++) {
            point = at(step);
            Known tried = new Known(step, point.value(), CurvaturePairs.dot(point.gradient(), direction));
            double wanted = value + step * line;
            boolean enough = tried.value() <= wanted && Math.abs(tried.slope()) <= -ENOUGH_SLOPE * start.slope();
            if (enough || interval.isNarrow(step)) {
                return point;
            }
            step = interval.next(tried, wanted, line);
        }
        return point;
    }

    private Point at(double step) {
        double[] at = new double[from.length];
        Arrays.setAll(at, i -> from[i] + step * direction[i]);
        double[] gradient = new double[at.length];
        return new Point(at, function.at(at, gradient), gradient);
    }

    /** The best step so far, the other end, and between which steps the next one is to be. */
    private static final class Interval {

        private static final double SHRINK = 0.66;
        private static final double LEAST_GROWTH = 1.1;
        private static final double MOST_GROWTH = 4;

        private Known best;
        private Known other;
        private boolean bracketed;
        private boolean fallen;
        private double least;
        private double most = Double.POSITIVE_INFINITY;
        private double width = LONGEST;
        private double widthBefore = 2 * LONGEST;

        Interval(Known start) {
            this.best = start;
            this.other = start;
        }

        boolean isNarrow(double step) {
            return bracketed && (step <= least || step >= most || most - least <= NARROW * most);
        }

        double next(Known tried, double wanted, double line) {
            fallen |= tried.value() <= wanted && tried.slope() >= 0;
            // until it has fallen enough, what counts is the function less the line that it is to fall by
            boolean lessLine = !fallen && tried.value() <= best.value() && tried.value() > wanted;
            double slope = lessLine ? line : 0;
            CubicStep cubic = new CubicStep(best.less(slope), other.less(slope), tried.less(slope), bracketed);
            double step = cubic.next(Double.isInfinite(most) ? tried.step() * (1 + MOST_GROWTH) : most, least);
            if (tried.less(slope).value() > best.less(slope).value()) {
                other = tried;
            } else {
                if (cubic.turned()) {
                    other = best;
                }
                best = tried;
            }
            bracketed |= cubic.brackets();
            return bounded(step);
        }

        private double bounded(double step) {
            double next = step;
            if (bracketed) {
                double now = Math.abs(other.step() - best.step());
                if (now >= SHRINK * widthBefore) {
                    next = best.step() + 0.5 * (other.step() - best.step());
                }
                widthBefore = width;
                width = now;
                least = Math.min(best.step(), other.step());
                most = Math.max(best.step(), other.step());
            } else {
                least = step + LEAST_GROWTH * (step - best.step());
                most = step + MOST_GROWTH * (step - best.step());
            }
            next = Math.max(0, Math.min(LONGEST, next));
            return isNarrow(next) ? best.step() : next;
        }
    }
}

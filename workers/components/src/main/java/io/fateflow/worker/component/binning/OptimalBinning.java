package io.fateflow.worker.component.binning;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * FATE's optimal binning: joins a column's first, narrow bins until what is left tells the most about a binary label.
 * It needs nothing but counts, so the guest does it for a host whose split points it does not know.
 */
final class OptimalBinning {

    private final OptimalParameters parameters;
    private final double adjustment;

    OptimalBinning(OptimalParameters parameters, double adjustment) {
        this.parameters = parameters;
        this.adjustment = adjustment;
    }

    /**
     * Finds the bins to join.
     *
     * @param counts of the first bins; the class 0 is the event
     * @return the place of the last of the first bins in each of the new ones
     */
    int[] ends(ClassCounts counts) {
        List<Bucket> buckets = new ArrayList<>();
        long[] events = counts.of(0);
        long[] nonEvents = counts.allBut(0);
        for (int bin = 0; bin < counts.bins(); bin++) {
            buckets.add(new Bucket(bin, events[bin], nonEvents[bin]));
        }
        long rows = counts.total(0) + counts.total(1);
        long least = (long) Math.ceil(parameters.minBinPct() * rows);
        if (parameters.metric() == OptimalMetric.KS) {
            return new KsSplit(buckets, parameters, least).ends();
        }
        MergeCost cost =
                switch (parameters.metric()) {
                    case GINI -> new MergeCost.Gini();
                    case CHI_SQUARE -> new MergeCost.ChiSquare();
                    default -> new MergeCost.Iv(counts.total(0), counts.total(1), adjustment);
                };
        long greatest = (long) Math.floor(parameters.maxBinPct() * rows);
        merge(new Merging(buckets, cost, greatest), least);
        return buckets.stream().mapToInt(Bucket::last).toArray();
    }

    /** FATE's order: first bins of one class only, then small ones, then whatever is too much. */
    private void merge(Merging merging, long least) {
        if (parameters.mixture()) {
            repair(merging, bucket -> !bucket.isMixed());
        }
        repair(merging, bucket -> bucket.size() < least);
        while (merging.buckets().size() > parameters.bins() && merging.mergeCheapest((left, right) -> true)) {
            // one pair each time
        }
    }

    /** Joins bad buckets with each other as far as possible, then those that are left with good ones. */
    private static void repair(Merging merging, Predicate<Bucket> bad) {
        BiPredicate<Bucket, Bucket> both = (left, right) -> bad.test(left) && bad.test(right);
        BiPredicate<Bucket, Bucket> one = (left, right) -> bad.test(left) || bad.test(right);
        while (merging.buckets().stream().anyMatch(bad) && merging.mergeCheapest(both)) {
            // one pair each time
        }
        while (merging.buckets().stream().anyMatch(bad) && merging.mergeCheapest(one)) {
            // one pair each time
        }
    }

    /**
     * Buckets in their order, joined in place.
     *
     * @param greatest size that a bucket may get
     */
    private record Merging(List<Bucket> buckets, MergeCost cost, long greatest) {

        /** Joins the neighbours that cost least, the first such pair, or returns false if there are none to join. */
        boolean mergeCheapest(BiPredicate<Bucket, Bucket> wanted) {
            int best = -1;
            double bestCost = Double.POSITIVE_INFINITY;
            for (int i = 0; i + 1 < buckets.size(); i++) {
                Bucket left = buckets.get(i);
                Bucket right = buckets.get(i + 1);
                if (left.size() + right.size() <= greatest && wanted.test(left, right)) {
                    double thisCost = cost.of(left, right);
                    if (best < 0 || thisCost < bestCost) {
                        best = i;
                        bestCost = thisCost;
                    }
                }
            }
            if (best >= 0) {
                buckets.set(best, buckets.get(best).with(buckets.remove(best + 1)));
            }
            return best >= 0;
        }
    }
}

package io.fateflow.worker.component.binning;

/** What is lost when two neighbours become one, by FATE's metrics; the least is merged first. */
sealed interface MergeCost {

    double of(Bucket left, Bucket right);

    /** The information value that is lost. */
    record Iv(long events, long nonEvents, double adjustment) implements MergeCost {

        @Override
        public double of(Bucket left, Bucket right) {
            Bucket merged = left.with(right);
            return merged.size() == 0 ? Double.NEGATIVE_INFINITY : iv(left) + iv(right) - iv(merged);
        }

        private double iv(Bucket bucket) {
            double added = bucket.isMixed() ? 0 : adjustment;
            double eventRate = (bucket.events() + added) / Math.max(1, events);
            double nonEventRate = (bucket.nonEvents() + added) / Math.max(1, nonEvents);
            return (eventRate - nonEventRate) * Math.log(eventRate / nonEventRate);
        }
    }

    /** The impurity that is won. */
    record Gini() implements MergeCost {

        @Override
        public double of(Bucket left, Bucket right) {
            Bucket merged = left.with(right);
            return merged.size() == 0 ? Double.NEGATIVE_INFINITY : gini(merged) - gini(left) - gini(right);
        }

        private static double gini(Bucket bucket) {
            if (bucket.size() == 0) {
                return 0;
            }
            double share = (double) bucket.events() / bucket.size();
            return 1 - share * share - (1 - share) * (1 - share);
        }
    }

    /** How unlikely it is that both are of the same distribution. */
    record ChiSquare() implements MergeCost {

        @Override
        public double of(Bucket left, Bucket right) {
            Bucket merged = left.with(right);
            if (!merged.isMixed() || left.size() == 0 || right.size() == 0) {
                return Double.NEGATIVE_INFINITY;
            }
            return distance(left, merged) + distance(right, merged);
        }

        private static double distance(Bucket part, Bucket merged) {
            double share = (double) part.size() / merged.size();
            return distance(part.events(), share * merged.events())
                    + distance(part.nonEvents(), share * merged.nonEvents());
        }

        private static double distance(long actual, double expected) {
            return (actual - expected) * (actual - expected) / expected;
        }
    }
}

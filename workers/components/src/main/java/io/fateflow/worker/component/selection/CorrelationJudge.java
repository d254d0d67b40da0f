package io.fateflow.worker.component.selection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * FATE's correlation filter: goes through the columns from the highest information value down, and takes away all others
 * whose correlation with one that stays is beyond the threshold.
 */
final class CorrelationJudge {

    private final double threshold;
    private final PearsonModel correlations;
    private final ToDoubleFunction<Column> iv;

    CorrelationJudge(double threshold, PearsonModel correlations, ToDoubleFunction<Column> iv) {
        this.threshold = threshold;
        this.correlations = correlations;
        this.iv = iv;
    }

    /** The value of a column is the correlation that took it away, or zero. */
    FilterDecision judge(List<Column> candidates) {
        List<Column> sorted = new ArrayList<>(candidates);
        sorted.sort(Comparator.comparingDouble(iv));
        Collections.reverse(sorted);
        Map<Column, Double> values = new LinkedHashMap<>();
        candidates.forEach(column -> values.put(column, 0.0));
        Set<Column> left = new LinkedHashSet<>(candidates);
        for (Column better : sorted) {
            if (left.contains(better)) {
                for (Column other : candidates) {
                    double correlation = other.equals(better) ? 0 : correlations.correlation(better, other);
                    if (Math.abs(correlation) > threshold && left.remove(other)) {
                        values.put(other, correlation);
                    }
                }
            }
        }
        return new FilterDecision(values, left);
    }
}

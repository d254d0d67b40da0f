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

import io.fateflow.worker.exchange.Party;

/**
 * Decides by one number for each column: FATE's {@code CommonFilterParam} for one metric.
 *
 * @param threshold the least (or greatest) value, the number of columns, or their share
 * @param hostThresholds by host, in the conf's order; empty if hosts have the guest's
 * @param federated whether the guest decides for hosts too
 */
record MetricRule(
        String metric,
        Type type,
        boolean takeHigh,
        double threshold,
        List<Double> hostThresholds,
        boolean federated,
        Merge merge) {

    /** What the threshold means. */
    enum Type {
        THRESHOLD,
        TOP_K,
        TOP_PERCENTILE
    }

    /** How values of several classes become one. */
    enum Merge {
        AVERAGE,
        MIN,
        MAX
    }

    MetricRule {
        hostThresholds = List.copyOf(hostThresholds);
    }

    /** A rule with one threshold for all of this party's columns. */
    static MetricRule local(String metric, boolean takeHigh, double threshold) {
        return new MetricRule(metric, Type.THRESHOLD, takeHigh, threshold, List.of(), false, Merge.AVERAGE);
    }

    /**
     * Decides.
     *
     * @param hosts in the conf's order
     */
    FilterDecision judge(List<Column> candidates, ToDoubleFunction<Column> metrics, List<Party> hosts) {
        Map<Column, Double> values = new LinkedHashMap<>();
        candidates.forEach(column -> values.put(column, metrics.applyAsDouble(column)));
        Set<Column> left = new LinkedHashSet<>();
        if (type == Type.THRESHOLD) {
            values.forEach((column, value) -> {
                double bound = thresholdOf(hosts.indexOf(column.party()));
                if (takeHigh ? value >= bound : value <= bound) {
                    left.add(column);
                }
            });
        } else {
            double count = type == Type.TOP_K ? threshold : Math.ceil(threshold * candidates.size());
            left.addAll(best(values, (int) Math.min(count, candidates.size())));
        }
        return new FilterDecision(values, left);
    }

    private double thresholdOf(int host) {
        return host < 0 || hostThresholds.isEmpty() ? threshold : hostThresholds.get(host);
    }

    /** Of equal values the later column is the higher, as in FATE. A value that is not a number is the worst. */
    private List<Column> best(Map<Column, Double> values, int count) {
        List<Column> sorted = new ArrayList<>(values.keySet());
        sorted.removeIf(column -> Double.isNaN(values.getOrDefault(column, Double.NaN)));
        sorted.sort(Comparator.comparingDouble(column -> values.getOrDefault(column, Double.NaN)));
        if (takeHigh) {
            Collections.reverse(sorted);
        }
        return sorted.subList(0, Math.min(count, sorted.size()));
    }
}

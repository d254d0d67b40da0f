package io.fateflow.tools.bench;

import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Sorted samples. */
final class Percentiles {

    private final double[] sorted;

    Percentiles(List<Double> samples) {
        this.sorted = samples.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    /** The smallest sample that is not below that share of all; 0 if there is none. */
    double at(int percent) {
        if (sorted.length == 0) {
            return 0;
        }
        int rank = (int) Math.ceil(percent / 100.0 * sorted.length);
        return sorted[Math.max(0, rank - 1)];
    }

    ObjectNode json(int... percents) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        Arrays.stream(percents).forEach(percent -> node.put("p" + percent, at(percent)));
        return node;
    }
}

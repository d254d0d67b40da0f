package io.fateflow.worker.component.selection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.fateflow.worker.exchange.Party;

/**
 * What a filter says.
 *
 * @param values by which it decided; empty if it had none
 * @param left the columns that stay
 */
record FilterDecision(Map<Column, Double> values, Set<Column> left) {

    FilterDecision {
        values = new LinkedHashMap<>(values);
        left = new LinkedHashSet<>(left);
    }

    /** What it says of one party's columns, by their names. */
    Map<String, Double> values(Party party) {
        Map<String, Double> own = new LinkedHashMap<>();
        values.forEach((column, value) -> {
            if (column.party().equals(party)) {
                own.put(column.name(), value);
            }
        });
        return own;
    }

    /**
     * Which of a party's columns stay; when it would lose all, the best of them does, as in FATE.
     *
     * @param highestIsBest otherwise the lowest; without values it is the first
     */
    List<String> left(Party party, Collection<String> candidates, boolean highestIsBest) {
        List<String> stay = new ArrayList<>(candidates);
        stay.removeIf(name -> !left.contains(new Column(party, name)));
        if (stay.isEmpty()) {
            double worst = highestIsBest ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
            Comparator<String> byValue = Comparator.comparingDouble(name -> {
                double value = values.getOrDefault(new Column(party, name), 0.0);
                return Double.isNaN(value) ? worst : value;
            });
            candidates.stream()
                    .min(highestIsBest ? byValue.reversed() : byValue)
                    .ifPresent(stay::add);
        }
        return stay;
    }
}

package io.fateflow.worker.component.linear.validate;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * FATE's early stopping: counts for each metric how many evaluations went by without a better value. The guest has the
 * values; all others are told the counts and come to the same end.
 */
public final class EarlyStopping {

    private final int patience;
    private final Map<String, Double> best = new HashMap<>();
    private final Map<String, Integer> rounds = new LinkedHashMap<>();
    private final Map<String, Integer> bestIteration = new HashMap<>();
    private OptionalInt chosen = OptionalInt.empty();

    /**
     * Starts counting.
     *
     * @param patience after so many evaluations without a better value training stops; 0 for never
     */
    public EarlyStopping(int patience) {
        this.patience = patience;
    }

    /** The guest's: takes the values after an iteration and gives the counts for the others. */
    public Map<String, Integer> update(Map<String, Double> values, int iteration) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        values.forEach((metric, value) -> {
            Double before = best.get(metric);
            boolean better = before == null || (Metrics.largerIsBetter(metric) ? value > before : value < before);
            if (better) {
                best.put(metric, value);
            }
            counts.put(metric, better ? 0 : rounds.getOrDefault(metric, 0) + 1);
        });
        adopt(counts, iteration);
        return counts;
    }

    /** Takes the counts after an iteration. */
    public void adopt(Map<String, Integer> counts, int iteration) {
        rounds.clear();
        rounds.putAll(counts);
        boolean first = true;
        for (Map.Entry<String, Integer> each : rounds.entrySet()) {
            if (each.getValue() == 0) {
                bestIteration.put(each.getKey(), iteration);
                if (first) {
                    chosen = OptionalInt.of(iteration);
                }
            }
            first = false;
        }
        rounds.entrySet().stream()
                .filter(each -> patience > 0 && each.getValue() >= patience)
                .findFirst()
                .map(Map.Entry::getKey)
                .map(bestIteration::get)
                .ifPresent(iterationOfMetric -> chosen = OptionalInt.of(iterationOfMetric));
    }

    /** Whether some metric has waited long enough. */
    public boolean stops() {
        return patience > 0 && rounds.values().stream().anyMatch(count -> count >= patience);
    }

    /** The iteration whose weights are to be taken; none if nothing was evaluated. */
    public OptionalInt bestIteration() {
        return chosen;
    }
}

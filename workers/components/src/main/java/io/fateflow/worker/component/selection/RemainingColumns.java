package io.fateflow.worker.component.selection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is left of one party's columns, filter by filter. */
final class RemainingColumns {

    private final Map<String, Integer> passed = new LinkedHashMap<>();
    private List<String> left;
    private List<String> candidates;

    /**
     * Starts with all columns.
     *
     * @param candidates those that filters may take away
     */
    RemainingColumns(List<String> header, List<String> candidates) {
        this.left = header;
        this.candidates = candidates;
    }

    /** In the header's order. */
    List<String> left() {
        return left;
    }

    /** Those that are left and may be taken away. */
    List<String> candidates() {
        return candidates;
    }

    /** Goes on with the candidates that stay, and the columns that are none. */
    void keep(List<String> staying) {
        List<String> before = left;
        List<String> next = new ArrayList<>(before);
        next.removeIf(column -> candidates.contains(column) && !staying.contains(column));
        before.forEach(column -> passed.merge(column, next.contains(column) ? 1 : 0, Integer::sum));
        left = List.copyOf(next);
        candidates = candidates.stream().filter(staying::contains).toList();
    }

    /** Those that passed the most filters first. */
    List<String> sorted() {
        return passed.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
                .map(Map.Entry::getKey)
                .toList();
    }
}

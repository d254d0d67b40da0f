package io.fateflow.worker.component.linear;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What a stepwise choice of columns is compared with: the same search over all columns in one place, written down from FATE's
 * rules with sets of columns. The guest's columns are the first ones.
 */
final class PooledStepwise {

    private final double perParameter;
    private final boolean logarithmic;
    private final int rows;
    private final int columns;
    private final int ofGuest;
    private final Function<List<Integer>, Pooled> training;
    private final Map<Set<Integer>, Double> scores = new HashMap<>();
    private final Map<Integer, Double> reported = new TreeMap<>();

    PooledStepwise(
            String criterion,
            boolean logarithmic,
            int rows,
            int columns,
            int ofGuest,
            Function<List<Integer>, Pooled> training) {
        this.perParameter = criterion.equals("AIC") ? 2 : Math.log(rows);
        this.logarithmic = logarithmic;
        this.rows = rows;
        this.columns = columns;
        this.ofGuest = ofGuest;
        this.training = training;
    }

    /** The best columns, with at least two; it ends at two, and after so many steps. */
    List<Integer> search(String direction, int mostSteps) {
        Set<Integer> now = new TreeSet<>();
        for (int column = 0; column < columns && !direction.equals("forward"); column++) {
            now.add(column);
        }
        for (int step = now.isEmpty() ? 1 : 0; ; step++) {
            Set<Set<Integer>> compared = new LinkedHashSet<>();
            if (!now.isEmpty()) {
                compared.add(now);
            }
            if (step > 0 && !direction.equals("forward")) {
                compared.addAll(less(now));
            }
            if (!direction.equals("backward")) {
                compared.addAll(more(now));
            }
            Set<Integer> best = compared.iterator().next();
            for (Set<Integer> each : compared) {
                best = score(each) < score(best) ? each : best;
            }
            boolean down = best.size() == 2 && now.size() >= 2;
            boolean ends = best.equals(now) || best.size() == columns || down || step >= mostSteps;
            now = best;
            if (step > 0 && ends) {
                return List.copyOf(now);
            }
            reported.put(step, score(now));
        }
    }

    /** The score of each step's best but the last's. */
    Map<Integer, Double> reported() {
        return reported;
    }

    private Set<Set<Integer>> less(Set<Integer> now) {
        Set<Set<Integer>> less = new LinkedHashSet<>();
        for (int column : now) {
            long others = now.stream()
                    .filter(other -> other != column && (other < ofGuest) == (column < ofGuest))
                    .count();
            if (others > 0) {
                Set<Integer> without = new TreeSet<>(now);
                without.remove(column);
                less.add(without);
            }
        }
        return less;
    }

    private Set<Set<Integer>> more(Set<Integer> now) {
        Set<Set<Integer>> more = new LinkedHashSet<>();
        for (int column = 0; column < columns; column++) {
            for (int second = ofGuest; now.isEmpty() && column < ofGuest && second < columns; second++) {
                more.add(new TreeSet<>(List.of(column, second)));
            }
            if (!now.isEmpty() && !now.contains(column)) {
                Set<Integer> with = new TreeSet<>(now);
                with.add(column);
                more.add(with);
            }
        }
        return more;
    }

    private double score(Set<Integer> chosen) {
        return scores.computeIfAbsent(chosen, this::trainedScore);
    }

    private double trainedScore(Set<Integer> chosen) {
        List<Double> losses = training.apply(new ArrayList<>(chosen)).losses();
        double loss = losses.get(losses.size() - 1);
        double fit = logarithmic ? rows * Math.log(2 * loss) : 2 * rows * loss;
        return perParameter * (chosen.size() + 1) + fit;
    }
}

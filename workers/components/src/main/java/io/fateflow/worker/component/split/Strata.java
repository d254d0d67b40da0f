package io.fateflow.worker.component.split;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Chooses rows so that each stratum gives its share: of classes, or of ranges of labels. */
final class Strata {

    private final double[] keys;

    /** A row's stratum is its label, or its number of the range that {@code splitPoints} part. */
    Strata(double[] labels, List<Double> splitPoints) {
        this.keys = splitPoints.isEmpty()
                ? labels
                : Arrays.stream(labels).map(label -> range(label, splitPoints)).toArray();
    }

    /** How many of the split points are below the label. */
    static int range(double label, List<Double> splitPoints) {
        return (int) splitPoints.stream().filter(point -> point < label).count();
    }

    double key(int row) {
        return keys[row];
    }

    /** Moves {@code count} of the rows to the front. */
    void choose(List<Integer> rows, int count, Random random) {
        TreeMap<Double, List<Integer>> strata = new TreeMap<>();
        rows.forEach(row ->
                strata.computeIfAbsent(keys[row], none -> new ArrayList<>()).add(row));
        List<List<Integer>> members = List.copyOf(strata.values());
        int[] quotas = quotas(members, count, rows.size());
        List<Integer> chosen = new ArrayList<>();
        List<Integer> left = new ArrayList<>();
        for (int i = 0; i < quotas.length; i++) {
            Collections.shuffle(members.get(i), random);
            chosen.addAll(members.get(i).subList(0, quotas[i]));
            left.addAll(members.get(i).subList(quotas[i], members.get(i).size()));
        }
        rows.clear();
        rows.addAll(chosen);
        rows.addAll(left);
    }

    /** Each stratum's share rounded down; what is left goes to those that lost most by that. */
    private static int[] quotas(List<List<Integer>> members, int count, int rows) {
        double[] shares = members.stream()
                .mapToDouble(stratum -> rows == 0 ? 0 : (double) stratum.size() * count / rows)
                .toArray();
        int[] quotas = new int[shares.length];
        int given = 0;
        for (int i = 0; i < shares.length; i++) {
            quotas[i] = (int) shares[i];
            given += quotas[i];
        }
        IntStream.range(0, shares.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> quotas[i] - shares[i]))
                .limit(Math.max(0, count - given))
                .forEach(i -> quotas[i]++);
        return quotas;
    }
}

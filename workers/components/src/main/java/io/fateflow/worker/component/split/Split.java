package io.fateflow.worker.component.split;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.exchange.Party;

/**
 * Which id is in which part, decided by one party. Keeps ids in memory, no features.
 *
 * @param ids of each part
 * @param strata of the rows of each part; empty if the split is not stratified
 */
record Split(Map<Part, List<String>> ids, Map<Part, List<Double>> strata) {

    /**
     * Decides.
     *
     * @throws IOException if the table has no rows, or no labels to stratify by
     */
    static Split of(SplitParameters parameters, InstanceTable data, Party self) throws IOException {
        if (data.count() == 0) {
            throw new IOException(self + ": the input table has no rows");
        }
        if (parameters.stratified() && !data.schema().hasLabel()) {
            throw new IOException(self + ": the data has no label, a stratified split needs one");
        }
        String[] ids = new String[Math.toIntExact(data.count())];
        double[] labels = new double[ids.length];
        read(data, ids, labels);
        int[] counts = parameters.counts(ids.length);
        Random random = parameters.random();
        Strata strata = new Strata(labels, parameters.splitPoints());
        List<Integer> rows =
                new ArrayList<>(IntStream.range(0, ids.length).boxed().toList());
        choose(rows, counts[0], parameters, strata, random);
        List<Integer> others = rows.subList(counts[0], rows.size());
        choose(others, counts[1], parameters, strata, random);
        Map<Part, List<Integer>> parts = new EnumMap<>(Part.class);
        parts.put(Part.TRAIN, byId(rows.subList(0, counts[0])));
        parts.put(Part.VALIDATE, byId(others.subList(0, counts[1])));
        parts.put(Part.TEST, byId(others.subList(counts[1], others.size())));
        return new Split(map(parts, row -> ids[row]), parameters.stratified() ? map(parts, strata::key) : Map.of());
    }

    List<String> of(Part part) {
        return ids.getOrDefault(part, List.of());
    }

    /** By id, for whoever has to put rows into parts. */
    static Map<String, Part> byId(Map<Part, List<String>> ids) {
        Map<String, Part> byId = new HashMap<>();
        ids.forEach((part, members) -> members.forEach(id -> byId.put(id, part)));
        return byId;
    }

    /** Rows have the numbers of their ids' order. They were chosen stratum by stratum, which would tell hosts their labels. */
    private static List<Integer> byId(List<Integer> rows) {
        return rows.stream().sorted().toList();
    }

    private static void choose(
            List<Integer> rows, int count, SplitParameters parameters, Strata strata, Random random) {
        if (parameters.stratified()) {
            strata.choose(rows, count, random);
        } else if (parameters.shuffle()) {
            Collections.shuffle(rows, random);
        }
    }

    /** In the order of ids: so the split does not depend on the order of the table. */
    private static void read(InstanceTable data, String[] ids, double[] labels) throws IOException {
        Map<String, Double> labelOf = new HashMap<>();
        int[] row = {0};
        data.forEach(instance -> {
            ids[row[0]++] = instance.id();
            labelOf.put(instance.id(), instance.label());
        });
        Arrays.sort(ids);
        for (int i = 0; i < ids.length; i++) {
            labels[i] = labelOf.getOrDefault(ids[i], Double.NaN);
        }
    }

    private static <T> Map<Part, List<T>> map(Map<Part, List<Integer>> parts, IntFunction<T> value) {
        Map<Part, List<T>> mapped = new EnumMap<>(Part.class);
        parts.forEach(
                (part, rows) -> mapped.put(part, rows.stream().map(value::apply).toList()));
        return mapped;
    }
}

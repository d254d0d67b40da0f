package io.fateflow.worker.component.sample;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.Instance;

/**
 * Which rows are taken.
 *
 * @param ids of the rows, each as often as it is taken
 * @param newIds as many; empty if rows keep their ids and the order of their table
 * @param before how many rows each label has, and {@code after} how many of them are taken; empty if nobody looked
 */
record Draw(List<String> ids, List<String> newIds, Map<Double, Integer> before, Map<Double, Integer> after) {

    Draw {
        ids = List.copyOf(ids);
        newIds = List.copyOf(newIds);
        before = Collections.unmodifiableMap(new LinkedHashMap<>(before));
        after = Collections.unmodifiableMap(new LinkedHashMap<>(after));
    }

    /**
     * Draws.
     *
     * @throws IllegalArgumentException naming the row whose label has no rate
     */
    static Draw of(SampleParameters parameters, DataSet data, Party self) {
        Random random = parameters.seed() == null ? new SecureRandom() : new Random(parameters.seed());
        return switch (parameters.mode()) {
            case RANDOM -> random(parameters, data, random);
            case STRATIFIED -> stratified(parameters, data, random, self);
            case EXACT_BY_WEIGHT -> byWeight(data, self);
        };
    }

    /** As it is for who was told the ids. */
    static Draw told(List<String> ids, List<String> newIds) {
        return new Draw(ids, newIds, Map.of(), Map.of());
    }

    private static Draw random(SampleParameters parameters, DataSet data, Random random) {
        int count = (int) (parameters.fraction() * data.size());
        return kept(
                parameters, pick(data.ids(), parameters.up() ? count : Math.max(1, count), parameters.up(), random));
    }

    private static Draw stratified(SampleParameters parameters, DataSet data, Random random, Party self) {
        Map<Double, List<String>> byLabel = new LinkedHashMap<>();
        parameters.byLabel().keySet().forEach(label -> byLabel.put(label, new ArrayList<>()));
        int row = 0;
        for (Instance instance : data.instances()) {
            row++;
            List<String> ids = byLabel.get(instance.label());
            if (ids == null) {
                throw new IllegalArgumentException(
                        self + ": row " + row + " has a label for which fractions has no rate");
            }
            ids.add(instance.id());
        }
        List<String> all = new ArrayList<>();
        Map<Double, Integer> before = new LinkedHashMap<>();
        Map<Double, Integer> after = new LinkedHashMap<>();
        byLabel.forEach((label, ids) -> {
            int count =
                    ids.isEmpty() ? 0 : Math.max(1, (int) (parameters.byLabel().getOrDefault(label, 0.0) * ids.size()));
            before.put(label, ids.size());
            after.put(label, count);
            all.addAll(pick(ids, count, parameters.up(), random));
        });
        Draw draw = kept(parameters, inTheirOrder(all, data));
        return new Draw(draw.ids(), draw.newIds(), before, after);
    }

    /** They were drawn label by label: that order, or one that a known seed leads back to it, would tell hosts their labels. */
    private static List<String> inTheirOrder(List<String> drawn, DataSet data) {
        Map<String, Integer> times = new HashMap<>();
        drawn.forEach(id -> times.merge(id, 1, Integer::sum));
        return data.ids().stream()
                .flatMap(id -> Collections.nCopies(times.getOrDefault(id, 0), id).stream())
                .toList();
    }

    /** Rows without weight are left out; the others are there as often as their weight, rounded up. */
    private static Draw byWeight(DataSet data, Party self) {
        if (!data.schema().hasMatchId()) {
            throw new IllegalArgumentException(self + ": to sample with exact_by_weight, instances must have match ids:"
                    + " set with_match_id in the DataTransform");
        }
        List<String> ids = new ArrayList<>();
        List<String> newIds = new ArrayList<>();
        for (Instance instance : data.instances()) {
            for (int copy = 0; copy < Math.ceil(instance.weight()); copy++) {
                ids.add(instance.id());
                newIds.add(UUID.randomUUID().toString().replace("-", ""));
            }
        }
        return told(ids, newIds);
    }

    /** Rows that may be taken more than once get numbers for ids. */
    private static Draw kept(SampleParameters parameters, List<String> ids) {
        List<String> numbers = new ArrayList<>();
        for (int i = 0; parameters.up() && i < ids.size(); i++) {
            numbers.add(Integer.toString(i));
        }
        return told(ids, numbers);
    }

    private static List<String> pick(List<String> ids, int count, boolean again, Random random) {
        List<String> picked = new ArrayList<>();
        if (again) {
            for (int i = 0; i < count; i++) {
                picked.add(ids.get(random.nextInt(ids.size())));
            }
            return picked;
        }
        picked.addAll(ids);
        Collections.shuffle(picked, random);
        return picked.subList(0, Math.min(count, picked.size()));
    }
}

package io.fateflow.engine.resource.amount;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which units of one label of one node there are, and which are in use. What is free follows from the two: nothing is
 * free while more units are in use than there are, and a unit that is added is the first that nobody uses.
 *
 * @param capacity how many units there are
 * @param known the units that the node has named, in its order; those beyond are numbered with what is left of 0, 1, 2 …
 * @param used how much of which unit is in use, each more than nothing and at most 1
 */
public record ResourceIds(int capacity, List<Integer> known, SortedMap<Integer, ResourceQuantity> used) {

    public ResourceIds {
        if (capacity < 0) {
            throw new InvalidAmountException("a number of units can't be negative");
        }
        known = List.copyOf(known);
        used.forEach(ResourceIds::check);
        used = Collections.unmodifiableSortedMap(new TreeMap<>(used));
    }

    private static void check(Integer id, ResourceQuantity amount) {
        if (amount.isZero() || ResourceQuantity.ONE.isLessThan(amount)) {
            throw new IllegalStateException("unit %d is in use by %s".formatted(id, amount));
        }
    }

    /** So many units, none in use. */
    public static ResourceIds of(int capacity) {
        return new ResourceIds(capacity, List.of(), new TreeMap<>());
    }

    /**
     * Some of the units, taken.
     *
     * @param ids how much of which unit
     * @param rest the units without them
     */
    public record Acquired(SortedMap<Integer, ResourceQuantity> ids, ResourceIds rest) {}

    /** Units that nobody uses, in order. */
    public List<Integer> wholeIds() {
        int free = Math.max(0, capacity - used.size());
        return Stream.concat(known.stream(), Stream.iterate(0, id -> id + 1).filter(id -> !known.contains(id)))
                .filter(id -> !used.containsKey(id))
                .limit(free)
                .sorted()
                .toList();
    }

    /** What is left of units that are shared; of none, while more are in use than there are. */
    public SortedMap<Integer, ResourceQuantity> fractionalIds() {
        SortedMap<Integer, ResourceQuantity> rests = new TreeMap<>();
        if (backlog() == 0) {
            used.forEach((id, amount) -> {
                if (amount.isFraction()) {
                    rests.put(id, ResourceQuantity.ONE.minus(amount));
                }
            });
        }
        return rests;
    }

    /** How many units have to be given back before any is free: the label has shrunk below what is in use. */
    public int backlog() {
        return Math.max(0, used.size() - capacity);
    }

    /** Whether so much can be taken: whole units, or a share of one unit; rests of several are never added up. */
    public boolean contains(ResourceQuantity amount) {
        return acquire(amount).isPresent();
    }

    /** Takes whole units, the last first; or a share of the first unit that has as much left, or of a whole one. */
    public Optional<Acquired> acquire(ResourceQuantity amount) {
        if (!amount.isDemand()) {
            throw new InvalidAmountException("%s is neither whole nor a share of one".formatted(amount));
        }
        List<Integer> whole = wholeIds();
        if (amount.isFraction()) {
            return shared(amount)
                    .or(() -> whole.isEmpty() ? Optional.empty() : Optional.of(whole.get(whole.size() - 1)))
                    .map(id -> take(List.of(id), amount));
        }
        int count = (int) Math.min(Integer.MAX_VALUE, amount.wholeUnits());
        return count > whole.size()
                ? Optional.empty()
                : Optional.of(take(whole.subList(whole.size() - count, whole.size()), ResourceQuantity.ONE));
    }

    private Optional<Integer> shared(ResourceQuantity amount) {
        return fractionalIds().entrySet().stream()
                .filter(rest -> !rest.getValue().isLessThan(amount))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private Acquired take(List<Integer> ids, ResourceQuantity ofEach) {
        SortedMap<Integer, ResourceQuantity> taken = new TreeMap<>();
        ids.forEach(id -> taken.put(id, ofEach));
        SortedMap<Integer, ResourceQuantity> inUse = new TreeMap<>(used);
        taken.forEach((id, amount) -> inUse.merge(id, amount, ResourceQuantity::plus));
        return new Acquired(taken, new ResourceIds(capacity, known, inUse));
    }

    /**
     * Gives back what was taken. A unit of which nothing is in use any more is whole again, unless it has been taken away.
     *
     * @throws IllegalStateException if more is given back than is in use
     */
    public ResourceIds release(Map<Integer, ResourceQuantity> ids) {
        SortedMap<Integer, ResourceQuantity> inUse = new TreeMap<>(used);
        ids.forEach((id, amount) -> {
            ResourceQuantity before = inUse.getOrDefault(id, ResourceQuantity.ZERO);
            if (before.isLessThan(amount)) {
                throw new IllegalStateException(
                        "%s of unit %d is given back, %s is in use".formatted(amount, id, before));
            }
            ResourceQuantity left = before.minus(amount);
            if (left.isZero()) {
                inUse.remove(id);
            } else {
                inUse.put(id, left);
            }
        });
        return new ResourceIds(capacity, known, inUse);
    }

    /** Changes how many there are; what is in use stays in use. */
    public ResourceIds updateCapacity(int units) {
        return new ResourceIds(units, known, used);
    }

    /** What can be taken, in whatever shares. */
    public ResourceQuantity available() {
        return fractionalIds().values().stream()
                .reduce(ResourceQuantity.of(wholeIds().size()), ResourceQuantity::plus);
    }

    /** What is left of each unit of which anything is left, as users read it: {@code gpu 0 has 0.5, gpu 1 has 1}. */
    public String rests(String name) {
        SortedMap<Integer, ResourceQuantity> rests = new TreeMap<>(fractionalIds());
        wholeIds().forEach(id -> rests.put(id, ResourceQuantity.ONE));
        List<String> texts = new ArrayList<>();
        rests.forEach((id, rest) -> texts.add("%s %d has %s".formatted(name, id, rest)));
        return texts.stream().limit(16).collect(Collectors.joining(", "));
    }
}

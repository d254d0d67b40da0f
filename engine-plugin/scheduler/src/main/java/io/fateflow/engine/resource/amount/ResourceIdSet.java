package io.fateflow.engine.resource.amount;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which units of which label a node has, of the labels whose units have ids. Each operation makes a new set. */
public record ResourceIdSet(SortedMap<String, ResourceIds> ids) {

    public static final ResourceIdSet EMPTY = new ResourceIdSet(new TreeMap<>());

    public ResourceIdSet {
        ids = Collections.unmodifiableSortedMap(new TreeMap<>(ids));
    }

    /**
     * Units of several labels, taken.
     *
     * @param ids per label how much of which unit; labels whose units have no ids are not in it
     * @param rest the set without them
     */
    public record Acquired(SortedMap<String, SortedMap<Integer, ResourceQuantity>> ids, ResourceIdSet rest) {}

    /** Whether the units of a label have ids here. */
    public boolean has(String label) {
        return ids.containsKey(label);
    }

    /** Whether a demand can be taken of all labels; labels without ids are not looked at. */
    public boolean contains(ResourceSet demand) {
        return demand.amounts().entrySet().stream()
                .allMatch(entry -> !has(entry.getKey()) || of(entry.getKey()).contains(entry.getValue()));
    }

    /** The units of a label: none, if it is not known. */
    public ResourceIds of(String label) {
        return ids.getOrDefault(label, ResourceIds.of(0));
    }

    /** Takes a demand of all labels, or of none. */
    public Optional<Acquired> acquire(ResourceSet demand) {
        SortedMap<String, SortedMap<Integer, ResourceQuantity>> taken = new TreeMap<>();
        SortedMap<String, ResourceIds> rest = new TreeMap<>(ids);
        for (Map.Entry<String, ResourceQuantity> entry : demand.amounts().entrySet()) {
            if (!has(entry.getKey())) {
                continue;
            }
            Optional<ResourceIds.Acquired> acquired = of(entry.getKey()).acquire(entry.getValue());
            if (acquired.isEmpty()) {
                return Optional.empty();
            }
            taken.put(entry.getKey(), acquired.get().ids());
            rest.put(entry.getKey(), acquired.get().rest());
        }
        return Optional.of(new Acquired(taken, new ResourceIdSet(rest)));
    }

    /** Gives back what was taken. */
    public ResourceIdSet release(Map<String, SortedMap<Integer, ResourceQuantity>> taken) {
        SortedMap<String, ResourceIds> after = new TreeMap<>(ids);
        taken.forEach((label, units) -> after.put(label, of(label).release(units)));
        return new ResourceIdSet(after);
    }

    /** As {@link #release}, of labels that are there: one that was deleted meanwhile does not come back. */
    public ResourceIdSet releaseConstrained(Map<String, SortedMap<Integer, ResourceQuantity>> taken) {
        SortedMap<String, SortedMap<Integer, ResourceQuantity>> known = new TreeMap<>(taken);
        known.keySet().retainAll(ids.keySet());
        return release(known);
    }

    /** Labels of both; of a label that both have, the other's units. */
    public ResourceIdSet plus(ResourceIdSet other) {
        SortedMap<String, ResourceIds> both = new TreeMap<>(ids);
        both.putAll(other.ids);
        return new ResourceIdSet(both);
    }

    /** Sets how many units of a label there are; what is in use stays in use. */
    public ResourceIdSet addOrUpdate(String label, int capacity) {
        SortedMap<String, ResourceIds> changed = new TreeMap<>(ids);
        changed.put(label, of(label).updateCapacity(capacity));
        return new ResourceIdSet(changed);
    }

    public ResourceIdSet delete(String label) {
        SortedMap<String, ResourceIds> changed = new TreeMap<>(ids);
        changed.remove(label);
        return new ResourceIdSet(changed);
    }

    /** The same units, none in use. */
    public ResourceIdSet unused() {
        SortedMap<String, ResourceIds> free = new TreeMap<>();
        ids.forEach(
                (label, units) -> free.put(label, new ResourceIds(units.capacity(), units.known(), new TreeMap<>())));
        return new ResourceIdSet(free);
    }
}

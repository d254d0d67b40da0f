package io.fateflow.engine.resource.amount;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * How much of which label: {@code CPU}, {@code GPU}, {@code memory}, and any that a site invents. A label of which there is
 * nothing is not in it. Names of operations are Ray's; each makes a new set.
 */
public record ResourceSet(SortedMap<String, ResourceQuantity> amounts) {

    public static final ResourceSet EMPTY = new ResourceSet(new TreeMap<>());

    /** Characters of a label. */
    public static final int LONGEST_LABEL = 100;

    public ResourceSet {
        SortedMap<String, ResourceQuantity> kept = new TreeMap<>();
        amounts.forEach((label, amount) -> {
            if (!amount.isZero()) {
                kept.put(label, amount);
            }
        });
        amounts = Collections.unmodifiableSortedMap(kept);
    }

    /** Whether a text can be a label's name: 1 to 100 letters, digits, and any of {@code _ . / : -}. */
    public static boolean isLabel(String text) {
        return text.length() <= LONGEST_LABEL && text.matches("[A-Za-z0-9][A-Za-z0-9_./:-]*");
    }

    public static ResourceSet of(Map<String, ResourceQuantity> amounts) {
        return new ResourceSet(new TreeMap<>(amounts));
    }

    public static ResourceSet of(String label, ResourceQuantity amount) {
        return EMPTY.addOrUpdate(label, amount);
    }

    /** Nothing, if the label is not there. */
    public ResourceQuantity get(String label) {
        return amounts.getOrDefault(label, ResourceQuantity.ZERO);
    }

    public Set<String> labels() {
        return amounts.keySet();
    }

    public boolean isEmpty() {
        return amounts.isEmpty();
    }

    /** Whether of no label there is more than in the other. */
    public boolean isSubset(ResourceSet other) {
        return amounts.entrySet().stream()
                .noneMatch(entry -> other.get(entry.getKey()).isLessThan(entry.getValue()));
    }

    /** Sets one label; an amount of 0 removes it. */
    public ResourceSet addOrUpdate(String label, ResourceQuantity amount) {
        SortedMap<String, ResourceQuantity> changed = new TreeMap<>(amounts);
        changed.put(label, amount);
        return new ResourceSet(changed);
    }

    /** Both together. */
    public ResourceSet add(ResourceSet other) {
        return combine(other, ResourceQuantity::plus);
    }

    /** Both together, of no label more than the total; what the total does not have is dropped. */
    public ResourceSet addCapacityConstrained(ResourceSet other, ResourceSet total) {
        return add(other).min(total);
    }

    private ResourceSet min(ResourceSet total) {
        SortedMap<String, ResourceQuantity> capped = new TreeMap<>();
        amounts.forEach(
                (label, amount) -> capped.put(label, amount.isLessThan(total.get(label)) ? amount : total.get(label)));
        return new ResourceSet(capped);
    }

    /** What is left, of no label less than nothing. */
    public ResourceSet subtract(ResourceSet other) {
        return combine(other, ResourceQuantity::minusAtMost);
    }

    /** @throws IllegalStateException if the other has more of a label: whoever calls has not looked */
    public ResourceSet subtractStrict(ResourceSet other) {
        if (!other.isSubset(this)) {
            throw new IllegalStateException("%s can't be taken from %s".formatted(other, this));
        }
        return subtract(other);
    }

    private ResourceSet combine(
            ResourceSet other, BiFunction<ResourceQuantity, ResourceQuantity, ResourceQuantity> how) {
        SortedMap<String, ResourceQuantity> combined = new TreeMap<>(amounts);
        other.amounts.forEach((label, amount) -> combined.put(label, how.apply(get(label), amount)));
        return new ResourceSet(combined);
    }

    /** As users read it: {@code 2 CPU, 0.5 GPU}. */
    @Override
    public String toString() {
        return amounts.isEmpty()
                ? "nothing"
                : amounts.entrySet().stream()
                        .map(entry -> entry.getValue() + " " + entry.getKey())
                        .collect(Collectors.joining(", "));
    }
}

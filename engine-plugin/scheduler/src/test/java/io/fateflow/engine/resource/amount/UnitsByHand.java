package io.fateflow.engine.resource.amount;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

import static java.util.Objects.requireNonNull;

/**
 * The units of a label as one would keep them without much thought: a list of those that are free, the rests of those
 * that are shared, and a count of those that have to vanish. {@link ResourceIds} must behave in the same way.
 */
final class UnitsByHand {

    private final TreeSet<Integer> whole = new TreeSet<>();
    private final Map<Integer, BigDecimal> used = new HashMap<>();
    private int backlog;

    UnitsByHand(int capacity) {
        IntStream.range(0, capacity).forEach(whole::add);
    }

    boolean contains(BigDecimal amount) {
        if (backlog > 0) {
            return false;
        }
        return amount.compareTo(BigDecimal.ONE) >= 0
                ? whole.size() >= amount.intValue()
                : !whole.isEmpty()
                        || used.values().stream().anyMatch(in -> in.add(amount).compareTo(BigDecimal.ONE) <= 0);
    }

    /** Takes what somebody has chosen; whoever chose what was not free has chosen wrongly. */
    void take(Map<Integer, BigDecimal> ids) {
        ids.forEach((id, amount) -> {
            boolean wasFree = whole.remove(id);
            BigDecimal now = used.getOrDefault(id, BigDecimal.ZERO).add(amount);
            if ((!wasFree && !used.containsKey(id)) || now.compareTo(BigDecimal.ONE) > 0) {
                throw new AssertionError("unit " + id + " is not there, or given to several: " + now);
            }
            used.put(id, now);
        });
    }

    void release(Map<Integer, BigDecimal> ids) {
        ids.forEach((id, amount) -> {
            BigDecimal left = requireNonNull(used.get(id)).subtract(amount);
            if (left.signum() > 0) {
                used.put(id, left);
                return;
            }
            used.remove(id);
            if (backlog > 0) {
                backlog--;
            } else {
                whole.add(id);
            }
            renumber();
        });
    }

    void capacity(int before, int after) {
        for (int more = before; more < after; more++) {
            if (backlog > 0) {
                backlog--;
            } else {
                whole.add(lowestUnused());
            }
        }
        for (int less = after; less < before; less++) {
            if (whole.isEmpty()) {
                backlog++;
            } else {
                whole.pollLast();
            }
        }
        renumber();
    }

    /** Those that are free are the lowest that nobody uses: nobody has seen which they were. */
    private void renumber() {
        int free = whole.size();
        whole.clear();
        IntStream.range(0, free).forEach(i -> whole.add(lowestUnused()));
    }

    private int lowestUnused() {
        return IntStream.iterate(0, id -> id + 1)
                .filter(id -> !used.containsKey(id) && !whole.contains(id))
                .findFirst()
                .orElseThrow();
    }

    List<Integer> whole() {
        return List.copyOf(whole);
    }

    int backlog() {
        return backlog;
    }
}

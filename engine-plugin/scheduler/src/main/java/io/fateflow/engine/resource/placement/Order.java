package io.fateflow.engine.resource.placement;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which components of a job come after which, as nobody starts before all that it takes data from have ended. Two of which
 * neither comes after the other may run at once.
 */
final class Order {

    private final Map<String, Set<String>> before = new HashMap<>();

    /** @param upstream what each component takes data from directly; there are no cycles */
    Order(Map<String, ? extends Collection<String>> upstream) {
        upstream.keySet().forEach(name -> ancestors(name, upstream));
    }

    private Set<String> ancestors(String name, Map<String, ? extends Collection<String>> upstream) {
        Set<String> known = before.get(name);
        if (known != null) {
            return known;
        }
        Set<String> all = new TreeSet<>();
        for (String direct : upstream.containsKey(name) ? upstream.get(name) : List.<String>of()) {
            all.add(direct);
            all.addAll(ancestors(direct, upstream));
        }
        before.put(name, all);
        return all;
    }

    boolean isBefore(String first, String second) {
        return before.getOrDefault(second, Set.of()).contains(first);
    }

    /**
     * The most that components may weigh that run at once: by Dilworth's theorem as much as chains that cover each component
     * as often as it weighs, which a flow counts.
     */
    long heaviest(Map<String, Long> weights) {
        List<String> names = weights.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(Map.Entry::getKey)
                .toList();
        long all = names.stream().mapToLong(name -> weight(weights, name)).sum();
        return all
                - flow(
                        names,
                        names.stream().mapToLong(name -> weight(weights, name)).toArray());
    }

    private static long weight(Map<String, Long> weights, String name) {
        return weights.getOrDefault(name, 0L);
    }

    /** How much of what components weigh can be joined to what comes after them: paths of one more and one more edge. */
    private long flow(List<String> names, long[] weights) {
        int count = names.size();
        long[] left = weights.clone();
        long[] right = weights.clone();
        long[][] joined = new long[count][count];
        long sum = 0;
        while (true) {
            int[] from = new int[2 * count];
            Arrays.fill(from, -1);
            int end = path(names, left, right, joined, from);
            if (end < 0) {
                return sum;
            }
            sum += push(end, left, right, joined, from);
        }
    }

    /** Nodes below count stand before, the others behind; a first one of a path comes from itself. */
    private int path(List<String> names, long[] left, long[] right, long[][] joined, int[] from) {
        int count = names.size();
        Queue<Integer> reached = new ArrayDeque<>();
        for (int i = 0; i < count; i++) {
            if (left[i] > 0) {
                from[i] = i;
                reached.add(i);
            }
        }
        while (!reached.isEmpty()) {
            int at = reached.remove();
            for (int other = 0; other < count; other++) {
                int next = at < count ? count + other : other;
                boolean open = at < count ? isBefore(names.get(at), names.get(other)) : joined[other][at - count] > 0;
                if (!open || from[next] >= 0) {
                    continue;
                }
                from[next] = at;
                if (next >= count && right[next - count] > 0) {
                    return next;
                }
                reached.add(next);
            }
        }
        return -1;
    }

    private static long push(int end, long[] left, long[] right, long[][] joined, int[] from) {
        int count = left.length;
        long most = right[end - count];
        int at = end;
        while (from[at] != at) {
            if (at < count) {
                most = Math.min(most, joined[at][from[at] - count]);
            }
            at = from[at];
        }
        most = Math.min(most, left[at]);
        left[at] -= most;
        right[end - count] -= most;
        at = end;
        while (from[at] != at) {
            if (at < count) {
                joined[at][from[at] - count] -= most;
            } else {
                joined[from[at]][at - count] += most;
            }
            at = from[at];
        }
        return most;
    }

    /**
     * As few chains as possible, of each of which at most one component runs at once.
     *
     * @param names in an order in which each comes after those before it
     */
    List<List<String>> chains(List<String> names) {
        Map<String, String> previous = new HashMap<>();
        for (String name : names) {
            extend(name, names, previous, new TreeSet<>());
        }
        Map<String, String> next = new HashMap<>();
        previous.forEach((later, earlier) -> next.put(earlier, later));
        Map<String, List<String>> chains = new TreeMap<>();
        for (String name : names) {
            if (!previous.containsKey(name)) {
                chains.put(name, chain(name, next));
            }
        }
        return names.stream().filter(chains::containsKey).map(chains::get).toList();
    }

    private static List<String> chain(String first, Map<String, String> next) {
        List<String> chain = new ArrayList<>();
        for (String at = first; at != null; at = next.get(at)) {
            chain.add(at);
        }
        return chain;
    }

    /** Finds one that comes after it and has none before it, or whose other one finds another. */
    private boolean extend(String name, List<String> names, Map<String, String> previous, Set<String> seen) {
        for (String later : names) {
            if (isBefore(name, later) && seen.add(later)) {
                String rival = previous.get(later);
                if (rival == null || extend(rival, names, previous, seen)) {
                    previous.put(later, name);
                    return true;
                }
            }
        }
        return false;
    }
}

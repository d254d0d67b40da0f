package io.fateflow.dsl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedSet;
import java.util.TreeSet;

/** Who waits for whom: the components in declaration order, each with its upstream components. */
public final class Graph {

    private final List<String> names;
    private final Map<String, SortedSet<String>> upstream = new HashMap<>();
    private final Map<String, List<String>> downstream = new HashMap<>();

    /** A graph without edges. */
    public Graph(Collection<String> names) {
        this.names = List.copyOf(names);
        for (String name : names) {
            upstream.put(name, new TreeSet<>());
            downstream.put(name, new ArrayList<>());
        }
    }

    /** Adds an edge between two components; a second one between the same two changes nothing. */
    public void addEdge(String from, String to) {
        if (upstreamOf(to).add(from)) {
            downstreamOf(from).add(to);
        }
    }

    int edges() {
        return upstream.values().stream().mapToInt(before -> before.size()).sum();
    }

    List<String> names() {
        return names;
    }

    SortedSet<String> upstreamOf(String name) {
        return upstream.getOrDefault(name, new TreeSet<>());
    }

    /** Those that wait for a component, in the order in which that was said. */
    public List<String> downstreamOf(String name) {
        return downstream.getOrDefault(name, new ArrayList<>());
    }

    /**
     * Topological order, the one declared first among those that are ready; components of loops and behind them are
     * missing.
     *
     * <p>FATE's own order (last ready first) is of no consequence for execution; this one reads like the file.
     */
    public List<String> topologicalOrder() {
        Map<String, Integer> missing = new HashMap<>();
        PriorityQueue<Integer> ready = new PriorityQueue<>();
        Map<String, Integer> index = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            index.put(names.get(i), i);
            missing.put(names.get(i), upstreamOf(names.get(i)).size());
            if (upstreamOf(names.get(i)).isEmpty()) {
                ready.add(i);
            }
        }
        List<String> order = new ArrayList<>(names.size());
        for (Integer next = ready.poll(); next != null; next = ready.poll()) {
            String name = names.get(next);
            order.add(name);
            for (String down : downstreamOf(name)) {
                if (missing.merge(down, -1, Integer::sum) == 0) {
                    ready.add(index.getOrDefault(down, 0));
                }
            }
        }
        return order;
    }

    /** One loop of each group of components that lead back to each other. */
    List<List<String>> loops() {
        List<List<String>> loops = new ArrayList<>();
        for (List<String> group : new StronglyConnected(this).groups()) {
            loops.add(shortestLoop(group));
        }
        return loops;
    }

    private List<String> shortestLoop(List<String> group) {
        String start = group.get(0);
        Map<String, String> cameFrom = new HashMap<>();
        Deque<String> queue = new ArrayDeque<>(List.of(start));
        while (!queue.isEmpty()) {
            String at = queue.remove();
            for (String next : downstreamOf(at)) {
                if (next.equals(start)) {
                    return path(cameFrom, start, at);
                }
                if (group.contains(next) && cameFrom.putIfAbsent(next, at) == null) {
                    queue.add(next);
                }
            }
        }
        throw new IllegalStateException("no loop through " + start);
    }

    private static List<String> path(Map<String, String> cameFrom, String start, String end) {
        Deque<String> path = new ArrayDeque<>(List.of(start));
        for (String at = end; !at.equals(start); at = cameFrom.getOrDefault(at, start)) {
            path.addFirst(at);
        }
        path.addFirst(start);
        return List.copyOf(path);
    }
}

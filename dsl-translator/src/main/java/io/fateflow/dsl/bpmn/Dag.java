package io.fateflow.dsl.bpmn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

import io.fateflow.dsl.ComponentNames;

/**
 * The shape of a job: component names and edges, whatever the order in which they were declared.
 *
 * @param names in canonical order: topological, by name among those that are ready
 * @param upstream name to the names it waits for
 */
record Dag(List<String> names, SortedMap<String, SortedSet<String>> upstream) {

    /**
     * Checks and orders a graph.
     *
     * @throws IllegalArgumentException on an illegal name, an edge to a component that is not there, or a loop
     */
    static Dag of(Map<String, ? extends SortedSet<String>> upstreamByName) {
        if (upstreamByName.isEmpty()) {
            throw new IllegalArgumentException("no components");
        }
        SortedMap<String, SortedSet<String>> upstream = new TreeMap<>();
        upstreamByName.forEach((name, before) -> {
            if (!ComponentNames.isLegal(name)) {
                throw new IllegalArgumentException("illegal component name");
            }
            if (!upstreamByName.keySet().containsAll(before)) {
                throw new IllegalArgumentException("component " + name + " waits for unknown components");
            }
            upstream.put(name, new TreeSet<>(before));
        });
        List<String> order = order(upstream);
        if (order.size() < upstream.size()) {
            throw new IllegalArgumentException("the components form a loop");
        }
        return new Dag(order, upstream);
    }

    SortedSet<String> upstreamOf(String name) {
        return upstream.getOrDefault(name, new TreeSet<>());
    }

    /** Each component with those that wait for it, in canonical order. */
    Map<String, List<String>> downstream() {
        return downstream(upstream, names);
    }

    private static Map<String, List<String>> downstream(
            SortedMap<String, SortedSet<String>> upstream, Iterable<String> names) {
        Map<String, List<String>> downstream = new HashMap<>();
        upstream.keySet().forEach(name -> downstream.put(name, new ArrayList<>()));
        for (String name : names) {
            upstream.getOrDefault(name, new TreeSet<>())
                    .forEach(before ->
                            downstream.getOrDefault(before, new ArrayList<>()).add(name));
        }
        return downstream;
    }

    private static List<String> order(SortedMap<String, SortedSet<String>> upstream) {
        Map<String, List<String>> downstream = downstream(upstream, upstream.keySet());
        Map<String, Integer> missing = new HashMap<>();
        TreeSet<String> ready = new TreeSet<>();
        upstream.forEach((name, before) -> {
            missing.put(name, before.size());
            if (before.isEmpty()) {
                ready.add(name);
            }
        });
        List<String> order = new ArrayList<>();
        for (String next = ready.pollFirst(); next != null; next = ready.pollFirst()) {
            order.add(next);
            for (String after : downstream.getOrDefault(next, List.of())) {
                if (missing.merge(after, -1, Integer::sum) == 0) {
                    ready.add(after);
                }
            }
        }
        return order;
    }
}

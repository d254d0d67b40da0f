package io.fateflow.dsl.bpmn;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.fateflow.dsl.ComponentNames;
import io.fateflow.dsl.Graph;

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
        List<String> order = graph(upstream.keySet(), upstream).topologicalOrder();
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
        Graph graph = graph(names, upstream);
        return names.stream().collect(Collectors.toMap(name -> name, graph::downstreamOf));
    }

    private static Graph graph(Collection<String> names, SortedMap<String, SortedSet<String>> upstream) {
        Graph graph = new Graph(names);
        for (String name : names) {
            upstream.getOrDefault(name, new TreeSet<>()).forEach(before -> graph.addEdge(before, name));
        }
        return graph;
    }
}

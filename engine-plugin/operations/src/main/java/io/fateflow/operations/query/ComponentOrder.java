package io.fateflow.operations.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.dsl.Graph;

/** In which order people read a job's components: each behind those it takes something from, else as in the DSL. */
public final class ComponentOrder {

    private ComponentOrder() {}

    /** Names of a DSL's components. */
    public static List<String> of(JsonNode dsl) {
        Map<String, SortedSet<String>> upstream = upstream(dsl);
        Graph graph = new Graph(upstream.keySet());
        upstream.forEach((name, sources) -> sources.forEach(source -> graph.addEdge(source, name)));
        Set<String> order = new LinkedHashSet<>(graph.topologicalOrder());
        // of a loop that another site has sent, the order is anybody's
        order.addAll(upstream.keySet());
        return new ArrayList<>(order);
    }

    /** The place of each component in that order. */
    static Map<String, Integer> places(JsonNode dsl) {
        Map<String, Integer> places = new HashMap<>();
        of(dsl).forEach(name -> places.put(name, places.size()));
        return places;
    }

    /** Whom each component takes something from; what a trained model gives is nobody's here. */
    public static Map<String, SortedSet<String>> upstream(JsonNode dsl) {
        Map<String, SortedSet<String>> upstream = new LinkedHashMap<>();
        JsonNode components = dsl.path("components");
        components.properties().forEach(component -> {
            SortedSet<String> sources = new TreeSet<>();
            for (JsonNode input : component.getValue().path("input")) {
                collect(input, components, sources);
            }
            sources.remove(component.getKey());
            upstream.put(component.getKey(), sources);
        });
        return upstream;
    }

    private static void collect(JsonNode input, JsonNode components, SortedSet<String> sources) {
        if (input.isContainerNode()) {
            input.forEach(inner -> collect(inner, components, sources));
            return;
        }
        String reference = input.asText();
        int dot = reference.indexOf('.');
        if (dot > 0 && components.has(reference.substring(0, dot))) {
            sources.add(reference.substring(0, dot));
        }
    }
}

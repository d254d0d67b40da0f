package io.fateflow.operations.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.Json;

/** A stored DSL as FATE's clients draw it: who comes after whom, and how deep a component lies. */
public final class DslGraph {

    private static final String OF_THE_MODEL = "pipeline";
    private static final String DATA = "data";

    private final JsonNode components;
    private final Map<String, Integer> depths = new LinkedHashMap<>();

    /** @param dsl one that has passed the translator's checks */
    public DslGraph(JsonNode dsl) {
        this.components = dsl.path("components");
        List<String> open = names();
        // without circles, each round settles one component at least
        for (int round = 0; round < components.size() && !open.isEmpty(); round++) {
            open.removeIf(this::settled);
        }
    }

    private boolean settled(String name) {
        int depth = 0;
        for (String before : upstream(name)) {
            Integer other = depths.get(before);
            if (other == null) {
                return false;
            }
            depth = Math.max(depth, other + 1);
        }
        depths.put(name, depth);
        return true;
    }

    /** All components, in the DSL's order. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        components.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** How many components lie before one, on the longest way; 0 for one that waits for none. */
    public int depth(String name) {
        return depths.getOrDefault(name, 0);
    }

    public String module(String name) {
        return components.path(name).path("module").asText();
    }

    private Set<String> upstream(String name) {
        return references(name).stream()
                .map(Reference::component)
                .filter(components::has)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * An output that a component takes.
     *
     * @param target {@code component.output}
     * @param type what FATE calls the input: of data its place, such as {@code train_data}, else as the kind
     * @param kind {@code data}, {@code model} or {@code cache}
     */
    private record Reference(String target, String type, String kind) {

        String component() {
            int dot = target.indexOf('.');
            return dot < 0 ? target : target.substring(0, dot);
        }

        String output() {
            return target.substring(target.indexOf('.') + 1);
        }
    }

    /** What it takes of others. */
    private List<Reference> references(String name) {
        List<Reference> references = new ArrayList<>();
        JsonNode input = components.path(name).path("input");
        input.path(DATA).properties().forEach(slot -> slot.getValue()
                .forEach(target -> references.add(new Reference(target.asText(), slot.getKey(), DATA))));
        for (String slot : List.of("model", "isometric_model")) {
            input.path(slot).forEach(target -> references.add(new Reference(target.asText(), "model", "model")));
        }
        input.path("cache").forEach(target -> references.add(new Reference(target.asText(), "cache", "cache")));
        return references;
    }

    /** FATE's answer of {@code pipeline/dag/dependency}, without what a party has been told to leave out. */
    public ObjectNode dependencies() {
        ObjectNode data = Json.object();
        ArrayNode list = data.putArray("component_list");
        ObjectNode modules = data.putObject("component_module");
        ObjectNode dependencies = data.putObject("dependencies");
        for (String name : names()) {
            list.add(name);
            modules.put(name, module(name));
            ArrayNode mine = Json.object().putArray(name);
            references(name).forEach(reference -> addDependency(mine, reference));
            if (!mine.isEmpty()) {
                dependencies.set(name, mine);
            }
        }
        return data;
    }

    private void addDependency(ArrayNode all, Reference reference) {
        String component = reference.component();
        if (component.equals(OF_THE_MODEL) || !components.has(component)) {
            return;
        }
        ArrayNode output = all.addObject()
                .put("component_name", component)
                .put("type", reference.type())
                .putArray("up_output_info");
        output.add(reference.kind()).add(position(component, reference));
    }

    /** Which of a component's outputs of that kind it is. */
    private int position(String component, Reference reference) {
        JsonNode outputs = components.path(component).path("output").path(reference.kind());
        for (int i = 0; i < outputs.size(); i++) {
            if (outputs.path(i).asText().equals(reference.output())) {
                return i;
            }
        }
        return 0;
    }

    /** FATE's list of a model's components. */
    public ArrayNode componentInfo() {
        ArrayNode infos = Json.object().putArray("infos");
        for (String name : names()) {
            infos.addObject()
                    .put("component_name", name)
                    .put("module", module(name))
                    .put("index", depth(name));
        }
        return infos;
    }
}

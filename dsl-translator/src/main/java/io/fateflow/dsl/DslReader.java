package io.fateflow.dsl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/** Reads and checks the DSL: its components, their references, and that they form no loop. */
final class DslReader {

    private final ModuleCatalog catalog;
    private final JobKind jobKind;
    private final Findings findings;

    DslReader(ModuleCatalog catalog, JobKind jobKind, Findings findings) {
        this.catalog = catalog;
        this.jobKind = jobKind;
        this.findings = findings;
    }

    CheckedDsl read(ObjectNode dsl) {
        Place root = Place.of(Document.DSL);
        if (dsl.has("provider")) {
            new ProviderRules(catalog, findings).check(dsl.get("provider"), root.at("provider"));
        }
        Map<String, DeclaredComponent> components = components(dsl.path("components"), root);
        return new CheckedDsl(components, graph(components));
    }

    private Map<String, DeclaredComponent> components(JsonNode node, Place root) {
        Place place = root.at("components");
        if (node.isMissingNode() || node.isNull()) {
            findings.add(ProblemKind.COMPONENTS_MISSING, root);
        } else if (!node.isObject()) {
            findings.add(ProblemKind.COMPONENTS_NOT_AN_OBJECT, place);
        } else if (node.isEmpty()) {
            findings.add(ProblemKind.NO_COMPONENTS, place);
        } else if (node.size() > Limits.COMPONENTS) {
            findings.add(ProblemKind.TOO_MANY_COMPONENTS, place, node.size(), Limits.COMPONENTS);
        } else {
            return readEach(node, place);
        }
        return Map.of();
    }

    private Map<String, DeclaredComponent> readEach(JsonNode node, Place place) {
        ComponentReader reader = new ComponentReader(catalog, findings);
        Map<String, DeclaredComponent> components = new LinkedHashMap<>();
        node.properties()
                .forEach(e -> components.put(e.getKey(), reader.read(e.getKey(), e.getValue(), place.at(e.getKey()))));
        return components;
    }

    private Graph graph(Map<String, DeclaredComponent> components) {
        Graph graph = new Graph(components.keySet());
        ReferenceRules rules = new ReferenceRules(components, jobKind, findings);
        for (DeclaredComponent component : components.values()) {
            for (InputReference reference : component.inputs()) {
                if (rules.isEdge(reference)) {
                    graph.addEdge(reference.upstream(), component.name());
                }
            }
        }
        if (graph.edges() > Limits.EDGES) {
            findings.add(
                    ProblemKind.TOO_MANY_EDGES, Place.of(Document.DSL).at("components"), graph.edges(), Limits.EDGES);
        }
        for (List<String> loop : graph.loops()) {
            findings.add(
                    ProblemKind.CYCLE,
                    Place.of(Document.DSL).at("components").at(loop.get(0)),
                    String.join(" -> ", loop));
        }
        return graph;
    }
}

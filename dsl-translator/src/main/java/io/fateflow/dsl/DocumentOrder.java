package io.fateflow.dsl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;

import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Finding;

/** Sorts findings as a reader of the documents meets them: DSL first, then by finding. */
final class DocumentOrder {

    private final Map<Document, JsonNode> roots = new EnumMap<>(Document.class);
    private final IdentityHashMap<JsonNode, Map<String, Integer>> indexes = new IdentityHashMap<>();

    void add(Document document, JsonNode root) {
        roots.put(document, root);
    }

    List<Finding> sorted(List<Finding> findings) {
        IdentityHashMap<Finding, List<Integer>> paths = new IdentityHashMap<>();
        findings.forEach(finding -> paths.put(finding, path(finding)));
        List<Finding> sorted = new ArrayList<>(findings);
        sorted.sort(Comparator.comparing((Finding finding) -> finding.document())
                .thenComparing(finding -> paths.getOrDefault(finding, List.of()), DocumentOrder::compare));
        return sorted;
    }

    private List<Integer> path(Finding finding) {
        List<Integer> path = new ArrayList<>();
        JsonNode node = roots.getOrDefault(finding.document(), MissingNode.getInstance());
        String[] steps = finding.pointer().split("/", -1);
        for (int i = 1; i < steps.length; i++) {
            String key = steps[i].replace("~1", "/").replace("~0", "~");
            path.add(index(node, key));
            node = node.isArray() ? node.path(position(key)) : node.path(key);
        }
        return path;
    }

    private int index(JsonNode node, String key) {
        if (node instanceof ArrayNode) {
            return position(key);
        }
        return indexes.computeIfAbsent(node, DocumentOrder::indexesOf).getOrDefault(key, -1);
    }

    private static int position(String step) {
        try {
            return Integer.parseInt(step);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static Map<String, Integer> indexesOf(JsonNode object) {
        Map<String, Integer> indexes = new HashMap<>();
        for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
            indexes.put(names.next(), indexes.size());
        }
        return indexes;
    }

    private static int compare(List<Integer> a, List<Integer> b) {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = a.get(i).compareTo(b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }
}

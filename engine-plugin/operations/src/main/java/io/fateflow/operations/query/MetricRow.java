package io.fateflow.operations.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One metric of a component.
 *
 * @param meta FATE's: the metas with {@code name} and {@code metric_type}
 * @param data pairs of key and value, sorted by key as FATE sorts them; keys are numbers or texts, and may repeat
 */
public record MetricRow(String namespace, String name, ObjectNode meta, List<JsonNode> data) {

    private static final Comparator<JsonNode> BY_KEY = (a, b) -> {
        JsonNode one = a.path(0);
        JsonNode other = b.path(0);
        if (one.isNumber() && other.isNumber()) {
            return Double.compare(one.doubleValue(), other.doubleValue());
        }
        return one.isNumber() ? -1 : other.isNumber() ? 1 : one.asText().compareTo(other.asText());
    };

    static MetricRow of(String namespace, String name, String type, JsonNode metas, JsonNode pairs) {
        ObjectNode meta = metas instanceof ObjectNode given ? given : RowShape.emptyDocument();
        if (!meta.hasNonNull("name")) {
            meta.put("name", name);
        }
        meta.put("metric_type", type);
        List<JsonNode> data = new ArrayList<>();
        pairs.forEach(data::add);
        data.sort(BY_KEY);
        return new MetricRow(namespace, name, meta, List.copyOf(data));
    }
}

package io.fateflow.worker.component;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/**
 * A metric, as FATE-Board shows it.
 *
 * @param type FATE's metric type, such as {@code UPLOAD} or {@code data_info}
 * @param metas what describes it
 * @param data its values in their order; a curve may have the same key more than once
 */
public record Metric(String namespace, String name, String type, ObjectNode metas, List<Point> data) {

    public Metric {
        data = List.copyOf(data);
    }

    /** A metric of single values by name. */
    public Metric(String namespace, String name, String type, ObjectNode metas, Map<String, JsonNode> data) {
        this(
                namespace,
                name,
                type,
                metas,
                data.entrySet().stream()
                        .map(entry -> new Point(TextNode.valueOf(entry.getKey()), entry.getValue()))
                        .toList());
    }

    /**
     * One value.
     *
     * @param key a text, or a number on a curve
     */
    public record Point(JsonNode key, JsonNode value) {

        /** A point of a curve. */
        public static Point of(double x, double y) {
            return new Point(DoubleNode.valueOf(x), DoubleNode.valueOf(y));
        }
    }
}

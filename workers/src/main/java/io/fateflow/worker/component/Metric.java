package io.fateflow.worker.component;

import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A metric, as FATE-Board shows it.
 *
 * @param type FATE's metric type, such as {@code UPLOAD} or {@code data_info}
 * @param metas what describes it
 * @param data its values by key
 */
public record Metric(String namespace, String name, String type, ObjectNode metas, Map<String, JsonNode> data) {

    public Metric {
        data = new LinkedHashMap<>(data);
    }
}

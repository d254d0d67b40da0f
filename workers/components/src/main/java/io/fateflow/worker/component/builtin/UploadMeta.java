package io.fateflow.worker.component.builtin;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** FATE's {@code meta} of an uploaded table: how its text is to be understood. */
final class UploadMeta {

    private UploadMeta() {}

    /** The user's values over FATE's defaults; what has no value is left out. */
    static ObjectNode overlay(ObjectNode given, boolean extendSid) {
        ObjectNode meta = defaults();
        meta.setAll(given);
        if (!meta.path("with_label").asBoolean()) {
            meta.remove(List.of("label_name", "label_type"));
        }
        if (extendSid) {
            meta.put("with_match_id", true);
        }
        meta.properties().stream()
                .filter(entry -> entry.getValue().isNull())
                .map(Map.Entry<String, JsonNode>::getKey)
                .toList()
                .forEach(meta::remove);
        return meta;
    }

    private static ObjectNode defaults() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("input_format", "dense")
                .put("delimiter", ",")
                .put("tag_with_value", false)
                .put("tag_value_delimiter", ":")
                .put("with_match_id", false)
                .put("id_range", 0)
                .put("data_type", "float64")
                .put("with_label", false)
                .put("label_name", "y")
                .put("label_type", "int");
    }
}

package io.fateflow.operations.query;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A table's schema as FATE's clients know it. What an upload with {@code meta} has found out of the columns is kept in the
 * meta, where components look for it; FATE has it beside the meta, and its {@code header} are the features alone.
 */
final class TableSchemas {

    private static final List<String> OF_THE_COLUMNS =
            List.of("header", "anonymous_header", "anonymous_label", "original_index_info", "match_id_name");

    private TableSchemas() {}

    static JsonNode shown(JsonNode stored) {
        if (!(stored instanceof ObjectNode schema)
                || !stored.path("meta").path("header").isArray()) {
            return stored;
        }
        ObjectNode shown = schema.deepCopy();
        ObjectNode meta = shown.withObjectProperty("meta");
        OF_THE_COLUMNS.stream().filter(meta::has).forEach(key -> shown.set(key, meta.remove(key)));
        if (meta.path("with_label").asBoolean() && meta.has("label_name")) {
            shown.set("label_name", meta.get("label_name"));
        }
        return shown;
    }
}

package io.fateflow.engine.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.Json;

/**
 * What one component learned at one party: FATE's two protobufs, in their JSON form.
 *
 * @param alias the output's name in the DSL
 * @param module that made it, such as {@code HeteroLR}
 * @param metaName the name of the first protobuf, such as {@code HeteroLRMeta}
 * @param paramName the name of the second, such as {@code HeteroLRParam}
 */
public record ComponentModel(
        String component,
        String alias,
        String module,
        String metaName,
        JsonNode meta,
        String paramName,
        JsonNode param) {

    /** As an executor reads it. */
    public ObjectNode toJson() {
        ObjectNode json = Json.object()
                .put("component", component)
                .put("alias", alias)
                .put("module", module)
                .put("meta_name", metaName)
                .put("param_name", paramName);
        json.set("meta", meta);
        json.set("param", param);
        return json;
    }
}

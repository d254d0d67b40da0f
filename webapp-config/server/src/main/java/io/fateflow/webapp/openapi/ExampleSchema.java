package io.fateflow.webapp.openapi;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import org.jspecify.annotations.Nullable;

/** The types of an example's values: of a list, those of its first element. */
final class ExampleSchema {

    private ExampleSchema() {}

    /** Null says nothing about a type, and neither does an object that is empty. */
    static Schema<?> of(@Nullable JsonNode example) {
        JsonSchema schema = new JsonSchema();
        if (example == null || example.isNull()) {
            return schema;
        }
        schema.addType(type(example));
        if (example.isArray()) {
            schema.setItems(of(example.isEmpty() ? null : example.get(0)));
        }
        for (Map.Entry<String, JsonNode> field : example.properties()) {
            schema.addProperty(field.getKey(), of(field.getValue()));
        }
        return schema;
    }

    private static String type(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "array";
            case BOOLEAN -> "boolean";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            case OBJECT -> "object";
            default -> "string";
        };
    }
}

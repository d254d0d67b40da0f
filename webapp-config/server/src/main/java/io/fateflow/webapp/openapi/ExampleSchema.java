package io.fateflow.webapp.openapi;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import org.jspecify.annotations.Nullable;

/** The types of an example's values: of a list, what its elements have in common. */
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
            schema.setItems(items(example));
        }
        for (Map.Entry<String, JsonNode> field : example.properties()) {
            schema.addProperty(field.getKey(), of(field.getValue()));
        }
        return schema;
    }

    /** FATE's rows are lists of texts and numbers: such elements may be anything. */
    private static Schema<?> items(JsonNode list) {
        Set<String> types = list.valueStream().map(ExampleSchema::type).collect(Collectors.toSet());
        return of(types.size() == 1 ? list.get(0) : null);
    }

    private static String type(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "array";
            case BOOLEAN -> "boolean";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            case NULL -> "null";
            case OBJECT -> "object";
            default -> "string";
        };
    }
}

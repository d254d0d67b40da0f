package io.fateflow.database;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** JSON as it is kept in text columns. */
public final class Json {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    /** @throws IllegalStateException if the value can't be written, which is a mistake in this program */
    public static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a value could not be written as JSON", e);
        }
    }

    /** @throws IllegalStateException if the text is not JSON: columns are only written by {@link #write} */
    public static JsonNode read(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON column holds something else", e);
        }
    }

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }
}

package io.fateflow.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** Fields of a server's answer as values. What an older or newer server does not send is empty. */
final class Fields {

    private Fields() {}

    static String text(JsonNode row, String name) {
        JsonNode value = row.path(name);
        return value.isNull() || value.isMissingNode() ? "" : value.asText();
    }

    static @Nullable Long number(JsonNode row, String name) {
        JsonNode value = row.path(name);
        return value.isNumber() ? Long.valueOf(value.asLong()) : null;
    }

    static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(item -> texts.add(item.asText()));
        return List.copyOf(texts);
    }

    /** Role to party ids. */
    static Map<String, List<String>> roles(JsonNode roles) {
        Map<String, List<String>> found = new LinkedHashMap<>();
        roles.properties().forEach(role -> found.put(role.getKey(), texts(role.getValue())));
        return found;
    }
}

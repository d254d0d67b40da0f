package io.fateflow.dsl.module;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Reads {@code {"modules": [{"name", "provider", "aliases", "roles": {role: class}, "discloses": {role: sentence}}]}}.
 *
 * <p>{@code provider} is {@code fate} and the rest but name and roles empty when left out.
 */
final class ModuleFile {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ModuleFile() {}

    static List<FateModule> read(byte[] json) {
        JsonNode modules = parse(json).path("modules");
        if (!modules.isArray()) {
            throw new ModuleFileException("it has no list 'modules'");
        }
        List<FateModule> result = new ArrayList<>();
        for (JsonNode module : modules) {
            result.add(module(module, "module " + (result.size() + 1)));
        }
        return result;
    }

    private static JsonNode parse(byte[] json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) {
            throw new ModuleFileException("it is not JSON", e);
        }
    }

    private static FateModule module(JsonNode node, String where) {
        String provider = node.has("provider") ? text(node.get("provider"), where + ": provider") : "fate";
        return new FateModule(
                text(node.path("name"), where + ": name"),
                provider,
                texts(node.path("aliases"), where + ": aliases"),
                roles(node.path("roles"), where + ": roles"),
                byRole(node.path("discloses"), where + ": discloses"));
    }

    private static Map<String, String> roles(JsonNode node, String where) {
        if (!node.isObject() || node.isEmpty()) {
            throw new ModuleFileException(where + " is not an object that maps roles to classes");
        }
        return byRole(node, where);
    }

    private static Map<String, String> byRole(JsonNode node, String where) {
        Map<String, String> texts = new LinkedHashMap<>();
        node.properties().forEach(e -> texts.put(e.getKey(), text(e.getValue(), where)));
        return Collections.unmodifiableMap(texts);
    }

    private static List<String> texts(JsonNode node, String where) {
        List<String> texts = new ArrayList<>();
        node.forEach(element -> texts.add(text(element, where)));
        return List.copyOf(texts);
    }

    private static String text(JsonNode node, String where) {
        if (!node.isTextual() || node.textValue().isBlank()) {
            throw new ModuleFileException(where + " is not a text");
        }
        return node.textValue();
    }
}

package io.fateflow.dsl.legacy;

import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A DSL of version 1 as version 2: each table {@code args.x} becomes a {@code Reader} with the output {@code x}.
 *
 * <p>FATE DSL reference, "DSL v1 / conf v1". Places of references stay the same; readers come first.
 */
public final class LegacyDsl {

    private static final String ARGS = "args.";

    private final Map<String, String> readers = new LinkedHashMap<>();
    private final ObjectNode dsl;

    /** Converts; the given DSL does not change. Parts that are malformed are left as they are. */
    public LegacyDsl(ObjectNode version1) {
        this.dsl = version1.deepCopy();
        if (dsl.path("components") instanceof ObjectNode components) {
            components.forEach(component -> rewrite(component.path("input").path("data"), components));
            dsl.set("components", withReaders(components));
        }
    }

    /** The DSL as version 2. */
    public ObjectNode dsl() {
        return dsl;
    }

    /** Key of a table in the conf's {@code args.data} to the name of the reader made for it. */
    public Map<String, String> readers() {
        return Map.copyOf(readers);
    }

    private void rewrite(JsonNode data, ObjectNode components) {
        for (JsonNode references : data) {
            if (references instanceof ArrayNode list) {
                rewrite(list, components);
            }
        }
    }

    private void rewrite(ArrayNode references, ObjectNode components) {
        for (int i = 0; i < references.size(); i++) {
            String text = references.get(i).asText("");
            if (references.get(i).isTextual() && text.startsWith(ARGS) && text.length() > ARGS.length()) {
                String key = text.substring(ARGS.length());
                references.set(i, JsonNodeFactory.instance.textNode(readerFor(key, components) + "." + key));
            }
        }
    }

    private String readerFor(String key, ObjectNode components) {
        return readers.computeIfAbsent(key, k -> {
            int number = readers.size();
            while (components.has("reader_" + number) || readers.containsValue("reader_" + number)) {
                number++;
            }
            return "reader_" + number;
        });
    }

    private ObjectNode withReaders(ObjectNode components) {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        readers.forEach((key, name) -> {
            ObjectNode reader = all.putObject(name);
            reader.put("module", "Reader");
            reader.putObject("output").putArray("data").add(key);
        });
        all.setAll(components);
        return all;
    }
}

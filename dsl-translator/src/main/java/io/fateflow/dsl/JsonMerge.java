package io.fateflow.dsl;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Merges parameters: objects key by key, everything else replaced whole. */
final class JsonMerge {

    private JsonMerge() {}

    /** Puts {@code more} over {@code base}, which changes; what is put in is copied. */
    static void into(ObjectNode base, ObjectNode more) {
        for (Map.Entry<String, JsonNode> entry : more.properties()) {
            JsonNode old = base.get(entry.getKey());
            if (old instanceof ObjectNode oldObject && entry.getValue() instanceof ObjectNode newObject) {
                into(oldObject, newObject);
            } else {
                base.set(entry.getKey(), entry.getValue().deepCopy());
            }
        }
    }
}

package io.fateflow.webapp.api;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * A request's body, parsed as JSON whatever its content type says. Unknown keys are nobody's business.
 *
 * @param json null if there was no JSON object
 */
public record ApiBody(@Nullable ObjectNode json) {

    /**
     * The body of a call that needs one.
     *
     * @throws ApiException as FATE Flow fails on a missing body
     */
    public ObjectNode object() {
        if (json == null) {
            throw ApiException.uncaught("TypeError", "argument after ** must be a mapping, not NoneType");
        }
        return json;
    }

    /** The body of a call that can do without. */
    public ObjectNode orEmpty() {
        return json == null ? JsonNodeFactory.instance.objectNode() : json;
    }

    /**
     * Checks that keys are there.
     *
     * @throws ApiException with retcode 101, naming all that are missing
     */
    public ObjectNode with(String... keys) {
        ObjectNode body = orEmpty();
        List<String> missing = new ArrayList<>();
        for (String key : keys) {
            if (!body.has(key)) {
                missing.add(key);
            }
        }
        if (!missing.isEmpty()) {
            throw ApiException.soft(
                    Retcode.ARGUMENT_ERROR, "required argument are missing: " + String.join(",", missing) + "; ");
        }
        return body;
    }

    /** A value as text, however it was sent; empty if there is none. */
    public static String text(JsonNode body, String key) {
        JsonNode value = body.path(key);
        return value.isNull() || value.isMissingNode() ? "" : value.asText();
    }
}

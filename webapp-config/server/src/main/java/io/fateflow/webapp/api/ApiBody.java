package io.fateflow.webapp.api;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.webapp.security.NamesJobs;

/**
 * A request's body, parsed as JSON whatever its content type says. Unknown keys are nobody's business.
 *
 * @param json null if there was no JSON object
 * @param trouble why there was none, in a sentence; empty if there was one
 */
@NamesJobs
public record ApiBody(@Nullable ObjectNode json, String trouble) {

    private static final String NO_BODY = "FFB-5902 The call needs a JSON object as its body, and has none.";

    /** Parameters that came otherwise, such as fields of a form. */
    public static ApiBody of(ObjectNode json) {
        return new ApiBody(json, "");
    }

    /** A call without a body, or with one that is no JSON: a file, say. */
    static ApiBody none() {
        return new ApiBody(null, NO_BODY);
    }

    /**
     * The body of a call that needs one.
     *
     * @throws ApiException FFB-5902 or FFB-5903, with the retcode with which FATE Flow fails on a missing body
     */
    public ObjectNode object() {
        if (json == null) {
            throw ApiException.soft(Retcode.EXCEPTION_ERROR, trouble);
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

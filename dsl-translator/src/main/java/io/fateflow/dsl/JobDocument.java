package io.fateflow.dsl;

import com.fasterxml.jackson.databind.JsonNode;

/** One of a job's two documents, as it was handed in. */
public sealed interface JobDocument {

    /** JSON that nobody has read yet. */
    record Text(String json) implements JobDocument {}

    /** JSON that was read already, such as a part of a request's body; it is not changed. */
    record Tree(JsonNode json) implements JobDocument {}
}

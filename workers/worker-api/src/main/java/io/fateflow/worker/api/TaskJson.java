package io.fateflow.worker.api;

import java.time.Duration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * {@link ExecutorTask} on the wire, for both of its ends: its components by their names; the timeout as
 * {@code timeoutSeconds}, or as {@code timeout}, ISO 8601 text ({@code PT30S}) or a number of seconds.
 */
public final class TaskJson {

    private static final String TIMEOUT_SECONDS = "timeoutSeconds";

    private TaskJson() {}

    /** As the server writes it. */
    public static ObjectNode write(ExecutorTask task) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("id", task.id())
                .put("jobId", task.jobId())
                .put("componentName", task.componentName())
                .put("module", task.module())
                .put("taskId", task.taskId())
                .put("taskVersion", task.taskVersion())
                .put("role", task.role())
                .put("partyId", task.partyId())
                .put("token", task.token())
                .put(TIMEOUT_SECONDS, task.timeout().toSeconds());
        json.set("config", task.config());
        return json;
    }

    /** As a worker reads it. */
    public static ExecutorTask read(JsonNode json) {
        return new ExecutorTask(
                json.path("id").asText(),
                json.path("jobId").asText(),
                json.path("componentName").asText(),
                json.path("module").asText(),
                json.path("taskId").asText(),
                json.path("taskVersion").asInt(),
                json.path("role").asText(),
                json.path("partyId").asText(),
                json.path("config") instanceof ObjectNode config ? config : JsonNodeFactory.instance.objectNode(),
                json.path("token").asText(),
                duration(json.has(TIMEOUT_SECONDS) ? json.path(TIMEOUT_SECONDS) : json.path("timeout")));
    }

    private static Duration duration(JsonNode json) {
        return json.isTextual() ? Duration.parse(json.asText()) : Duration.ofMillis(Math.round(json.asDouble() * 1000));
    }
}

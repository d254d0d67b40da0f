package io.fateflow.worker.remote;

import java.time.Duration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.ExecutorTask;

/**
 * {@link ExecutorTask} on the wire: its components by their names; the timeout as ISO 8601 text ({@code PT30S}) or a
 * number of seconds.
 */
final class TaskJson {

    private TaskJson() {}

    static ExecutorTask read(JsonNode json) {
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
                duration(json.path("timeout")));
    }

    private static Duration duration(JsonNode json) {
        return json.isTextual() ? Duration.parse(json.asText()) : Duration.ofMillis(Math.round(json.asDouble() * 1000));
    }
}

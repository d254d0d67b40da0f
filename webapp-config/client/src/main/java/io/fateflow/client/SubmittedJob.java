package io.fateflow.client;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A job that the server has taken.
 *
 * @param page where people see it
 * @param message {@code success}, or what the server warns of, a line each
 */
public record SubmittedJob(String jobId, String page, String modelId, String modelVersion, String message) {

    static SubmittedJob of(JsonNode answer) {
        JsonNode data = answer.path("data");
        return new SubmittedJob(
                Fields.text(answer, "jobId"),
                Fields.text(data, "board_url"),
                Fields.text(data.path("model_info"), "model_id"),
                Fields.text(data.path("model_info"), "model_version"),
                Fields.text(answer, "retmsg"));
    }
}

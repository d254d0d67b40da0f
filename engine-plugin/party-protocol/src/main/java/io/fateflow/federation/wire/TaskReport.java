package io.fateflow.federation.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.federation.status.TaskStatus;

/**
 * How an attempt is doing at its party. Times are epoch milliseconds, null as long as there are none.
 *
 * @param partyStatus the party's own status, not the federated one
 * @param elapsed milliseconds
 * @param errorReport for users, empty when all is well; it leaves the site
 */
public record TaskReport(
        TaskStatus partyStatus,
        @Nullable Long startTime,
        @Nullable Long updateTime,
        @Nullable Long endTime,
        @Nullable Long elapsed,
        String errorReport) {

    /** FATE's body: nulls are there, the version is a number, the party id a string. */
    ObjectNode body(TaskAddress reporter) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("job_id", reporter.jobId())
                .put("task_id", reporter.taskId())
                .put("task_version", reporter.version())
                .put("role", reporter.party().role())
                .put("party_id", reporter.party().idText())
                .put("party_status", partyStatus.wire())
                .put("start_time", startTime)
                .put("update_time", updateTime)
                .put("end_time", endTime)
                .put("elapsed", elapsed)
                .put("error_report", errorReport);
    }

    /** @throws IllegalArgumentException if there is no such status */
    static TaskReport of(ObjectNode body) {
        return new TaskReport(
                TaskStatus.of(body.path("party_status").asText()),
                time(body, "start_time"),
                time(body, "update_time"),
                time(body, "end_time"),
                time(body, "elapsed"),
                body.path("error_report").asText(""));
    }

    private static @Nullable Long time(JsonNode body, String name) {
        JsonNode value = body.path(name);
        return value.isNumber() ? Long.valueOf(value.asLong()) : null;
    }
}

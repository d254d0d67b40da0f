package io.fateflow.client;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * The latest attempt of a component at a party of this site. Times are epoch milliseconds.
 *
 * @param version of the attempt, from 0
 * @param status of the component at this party
 * @param elapsed milliseconds; null while it has not ended
 * @param error why it failed; empty if it did not
 */
public record Task(
        String component,
        String module,
        String role,
        String partyId,
        int version,
        String status,
        @Nullable Long startTime,
        @Nullable Long endTime,
        @Nullable Long elapsed,
        String error) {

    static Task of(JsonNode row) {
        return new Task(
                Fields.text(row, "f_component_name"),
                Fields.text(row, "f_component_module"),
                Fields.text(row, "f_role"),
                Fields.text(row, "f_party_id"),
                row.path("f_task_version").asInt(),
                Fields.text(row, "f_party_status"),
                Fields.number(row, "f_start_time"),
                Fields.number(row, "f_end_time"),
                Fields.number(row, "f_elapsed"),
                Fields.text(row, "f_error_report"));
    }
}

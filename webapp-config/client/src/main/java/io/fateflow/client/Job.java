package io.fateflow.client;

import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A job as its initiator has it, or this site if another one started it. Times are epoch milliseconds, null for what has not
 * happened yet.
 *
 * @param own whether this site is the initiator
 * @param status {@code waiting}, {@code running}, {@code success}, {@code failed}, {@code canceled}, {@code timeout}
 * @param progress percent
 * @param roles role to party ids
 * @param waitSince since when it waits
 * @param reason what it waits for, or why it failed, in one line; empty if neither
 * @param error why it failed, in full
 * @param modules of its components
 */
public record Job(
        String jobId,
        String name,
        String owner,
        String notes,
        String initiatorRole,
        String initiatorPartyId,
        boolean own,
        Map<String, List<String>> roles,
        String status,
        boolean suspended,
        int progress,
        long createTime,
        @Nullable Long startTime,
        @Nullable Long endTime,
        @Nullable Long elapsed,
        @Nullable Long waitSince,
        String reason,
        String error,
        List<String> modules) {

    private static final Set<String> ENDED = Set.of("success", "failed", "canceled", "timeout");

    static Job of(JsonNode row) {
        return new Job(
                Fields.text(row, "job_id"),
                Fields.text(row, "name"),
                Fields.text(row, "owner"),
                Fields.text(row, "notes"),
                Fields.text(row, "initiator_role"),
                Fields.text(row, "initiator_party_id"),
                row.path("is_initiator").asBoolean(),
                Fields.roles(row.path("roles")),
                Fields.text(row, "status"),
                row.path("suspended").asBoolean(),
                row.path("progress").asInt(),
                row.path("create_time").asLong(),
                Fields.number(row, "start_time"),
                Fields.number(row, "end_time"),
                Fields.number(row, "elapsed"),
                Fields.number(row, "wait_since"),
                Fields.text(row, "reason"),
                Fields.text(row, "error"),
                Fields.texts(row.path("modules")));
    }

    /** Whether nothing more happens unless somebody asks for it. */
    public boolean hasEnded() {
        return ENDED.contains(status);
    }

    public boolean hasSucceeded() {
        return status.equals("success");
    }
}

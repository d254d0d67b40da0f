package io.fateflow.client;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A party's part of a model.
 *
 * @param jobId the job that has trained it
 * @param imported whether it came as an archive
 * @param createTime epoch milliseconds
 */
public record Model(
        String modelId,
        String modelVersion,
        String role,
        String partyId,
        String jobId,
        boolean imported,
        long createTime) {

    static Model of(JsonNode row) {
        return new Model(
                Fields.text(row, "f_model_id"),
                Fields.text(row, "f_model_version"),
                Fields.text(row, "f_role"),
                Fields.text(row, "f_party_id"),
                Fields.text(row, "f_job_id"),
                row.path("f_imported").asInt() > 0,
                row.path("f_create_time").asLong());
    }
}

package io.fateflow.engine.audit;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An entry as it was written.
 *
 * @param id grows with time
 * @param time epoch milliseconds
 */
public record AuditRecord(
        long id,
        long time,
        String actor,
        String origin,
        String action,
        String jobId,
        String component,
        String role,
        String partyId,
        String outcome,
        JsonNode details) {}

package io.fateflow.operations.query;

import java.util.Map;

/** One component of a job at one party, whatever the attempt. */
public record ComponentKey(String jobId, String component, String role, String partyId) {

    Map<String, String> parameters() {
        return Map.of("job", jobId, "component", component, "role", role, "party", partyId);
    }

    /** The rows of the latest attempt that left any. */
    static String latestOf(String table) {
        return " from " + table + " x where x.job_id = :job and x.component_name = :component and x.role = :role"
                + " and x.party_id = :party and x.task_version = (select max(y.task_version) from " + table + " y"
                + " where y.task_id = x.task_id and y.role = x.role and y.party_id = x.party_id)";
    }
}

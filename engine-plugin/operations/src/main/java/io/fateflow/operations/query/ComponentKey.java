package io.fateflow.operations.query;

import java.util.Map;

/** One component of a job at one party, whatever the attempt. */
public record ComponentKey(String jobId, String component, String role, String partyId) {

    Map<String, String> parameters() {
        return Map.of("job", jobId, "component", component, "role", role, "party", partyId);
    }

    /** The rows of the latest attempt that left any. */
    static String latestOf(String table) {
        return """
                from %s x
                where x.job_id = :job and x.component_name = :component and x.role = :role and x.party_id = :party
                    and %s
                """.formatted(table, isLatest(table));
    }

    /** Of a row {@code x} of a table: the latest attempt that left any there has left it. */
    static String isLatest(String table) {
        return """
                x.task_version = (
                    select max(y.task_version)
                    from %s y
                    where y.task_id = x.task_id and y.role = x.role and y.party_id = x.party_id)""".formatted(table);
    }
}

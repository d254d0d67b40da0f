package io.fateflow.engine.resource;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

import io.fateflow.dsl.Party;

/** How SQL speaks of rows of {@code resource_lease}: their columns, their key, and their mapper. */
public final class LeaseSql {

    /** What {@link #row} reads. */
    static final String COLUMNS = """
            kind, job_id, role, party_id, task_id, task_version, engine_type, engine_name, cores, memory, slots,
            since_time""";

    /** Of a lease of any kind. */
    static final String KEY =
            "kind = :kind and job_id = :job and role = :role and party_id = :party and task_id = :task and task_version = :version";

    private LeaseSql() {}

    /** What SQL calls the parts of a lease's key: {@code kind, job, role, party, task, version}. */
    public static Map<String, Object> at(LeaseKey key) {
        return Map.of(
                "kind", key.kind().wire(),
                "job", key.jobId(),
                "role", key.role(),
                "party", key.partyId(),
                "task", key.taskId(),
                "version", key.taskVersion());
    }

    static Lease row(ResultSet row, int number) throws SQLException {
        return new Lease(
                new LeaseKey(
                        LeaseKind.of(row.getString("kind")),
                        row.getString("job_id"),
                        Party.of(row.getString("role"), row.getString("party_id")),
                        row.getString("task_id"),
                        row.getInt("task_version")),
                new EngineName(row.getString("engine_type"), row.getString("engine_name")),
                new Resources(row.getBigDecimal("cores"), row.getBigDecimal("memory")),
                row.getInt("slots"),
                row.getLong("since_time"));
    }
}

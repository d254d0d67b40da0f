package io.fateflow.engine.audit;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Rows of {@code audit_log}. */
public final class AuditRows {

    /** What {@link #read} reads. */
    public static final String COLUMNS =
            "id, create_time, actor, origin, action, job_id, component_name, role, party_id, outcome, details";

    private AuditRows() {}

    /** @param number of the row, not used: this is a row mapper */
    @SuppressWarnings("unused")
    public static AuditRecord read(ResultSet row, int number) throws SQLException {
        return new AuditRecord(
                row.getLong("id"),
                row.getLong("create_time"),
                row.getString("actor"),
                row.getString("origin"),
                row.getString("action"),
                row.getString("job_id"),
                row.getString("component_name"),
                row.getString("role"),
                row.getString("party_id"),
                row.getString("outcome"),
                row.getString("details"));
    }
}

package io.fateflow.engine.audit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;

import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;

/** Reads {@code audit_log}. */
public final class AuditQueries {

    private static final int PAGE = 500;

    private final JdbcTemplate jdbc;

    public AuditQueries(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Hands out entries, oldest first, page by page: however many there are, few are in memory.
     *
     * @param jobId empty for those of any job and of none
     * @param since epoch milliseconds
     * @param limit how many at most
     */
    public void each(String jobId, long since, long limit, Consumer<AuditRecord> reader) {
        long left = limit;
        long last = 0;
        while (left > 0) {
            List<AuditRecord> page = page(jobId, since, last, (int) Math.min(left, PAGE));
            page.forEach(reader);
            if (page.isEmpty()) {
                return;
            }
            left -= page.size();
            last = page.get(page.size() - 1).id();
        }
    }

    private List<AuditRecord> page(String jobId, long since, long after, int most) {
        return jdbc.query(
                "select id, create_time, actor, origin, action, job_id, component_name, role, party_id, outcome, details"
                        + " from audit_log where id > ? and create_time >= ?"
                        + (jobId.isEmpty() ? "" : " and job_id = ?") + " order by id limit ?",
                AuditQueries::row,
                jobId.isEmpty() ? new Object[] {after, since, most} : new Object[] {after, since, jobId, most});
    }

    private static AuditRecord row(ResultSet row, int number) throws SQLException {
        return new AuditRecord(
                row.getLong(1),
                row.getLong(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getString(8),
                row.getString(9),
                row.getString(10),
                Json.read(row.getString(11)));
    }
}

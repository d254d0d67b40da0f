package io.fateflow.engine.audit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;

/** Reads {@code audit_log}. */
public final class AuditQueries {

    private static final int PAGE = 500;
    private static final String SELECT =
            "select id, create_time, actor, origin, action, job_id, component_name, role, party_id, outcome, details"
                    + " from audit_log";

    private final JdbcTemplate jdbc;

    public AuditQueries(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Which entries.
     *
     * @param jobId empty for those of any job and of none
     * @param since epoch milliseconds
     * @param after the id of an entry; only later ones
     */
    public record Filter(String jobId, long since, long after) {

        private Filter behind(long id) {
            return new Filter(jobId, since, id);
        }
    }

    /**
     * Hands out entries, oldest first, page by page: however many there are, few are in memory.
     *
     * @param limit how many at most
     * @return whether there are more
     */
    public boolean each(Filter filter, long limit, Consumer<AuditRecord> reader) {
        long left = limit;
        Filter rest = filter;
        while (left > 0) {
            List<AuditRecord> page = page(rest, (int) Math.min(left, PAGE));
            page.forEach(reader);
            if (page.isEmpty()) {
                return false;
            }
            left -= page.size();
            rest = rest.behind(page.get(page.size() - 1).id());
        }
        return !page(rest, 1).isEmpty();
    }

    /**
     * The newest entries, newest first.
     *
     * @param before only entries older than the one of this id
     * @param jobId of this job; empty for any
     * @param actor of this account; empty for any
     */
    public List<AuditRecord> newest(long before, String jobId, String actor, int most) {
        List<Object> values = new ArrayList<>(List.of(before));
        Stream.of(jobId, actor).filter(text -> !text.isEmpty()).forEach(values::add);
        values.add(most);
        return jdbc.query(
                SELECT + " where id < ?"
                        + (jobId.isEmpty() ? "" : " and job_id = ?")
                        + (actor.isEmpty() ? "" : " and actor = ?")
                        + " order by id desc limit ?",
                AuditQueries::row,
                values.toArray());
    }

    private List<AuditRecord> page(Filter filter, int most) {
        List<Object> values = new ArrayList<>(List.of(filter.after(), filter.since()));
        if (!filter.jobId().isEmpty()) {
            values.add(filter.jobId());
        }
        values.add(most);
        return jdbc.query(
                SELECT + " where id > ? and create_time >= ?" + (filter.jobId().isEmpty() ? "" : " and job_id = ?")
                        + " order by id limit ?",
                AuditQueries::row,
                values.toArray());
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

package io.fateflow.operations.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What this site, as a job's initiator, asks of others. */
public final class SiteCallQueries {

    private static final int MOST = 50;

    /** Commands that are looked through for such as failed: there may be millions behind them. */
    private static final int LOOKED_THROUGH = 5_000;

    private static final String CALLS = """
            select c.job_id, c.role, c.party_id, c.component_name, c.action, c.timeouts, c.not_before, c.message,
                c.%s as happened
            from party_command c
            """;

    private final JdbcClient jdbc;

    public SiteCallQueries(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /**
     * A command to a party.
     *
     * @param component empty if it is about the whole job
     * @param time epoch milliseconds: when it was answered, or was to be sent if it has no answer
     * @param timeouts how often nobody answered in time
     * @param notBefore when it is sent again, epoch milliseconds; 0 if it may be sent now
     */
    public record Call(
            String jobId,
            String role,
            String partyId,
            String component,
            String action,
            long time,
            int timeouts,
            long notBefore,
            String message) {

        private static Call of(ResultSet row, int number) throws SQLException {
            String message = row.getString("message");
            return new Call(
                    row.getString("job_id"),
                    row.getString("role"),
                    row.getString("party_id"),
                    row.getString("component_name"),
                    row.getString("action"),
                    row.getLong("happened"),
                    row.getInt("timeouts"),
                    row.getLong("not_before"),
                    message == null ? "" : message);
        }
    }

    /** Those of open jobs that have no answer yet, oldest first. */
    public List<Call> underWay() {
        return jdbc.sql(CALLS.formatted("create_time") + """
                join job j on j.job_id = c.job_id and j.is_initiator = true
                where c.answer_time is null and j.status in ('waiting', 'running')
                order by c.command_number
                limit :most
                """)
                .param("most", MOST)
                .query(Call::of)
                .list();
    }

    /** Those that were not carried out, newest first. */
    public List<Call> failures() {
        return jdbc.sql(CALLS.formatted("answer_time") + """
                where c.answer_time is not null and c.retcode <> 0
                    and c.command_number > (select coalesce(max(command_number), 0) from party_command) - :looked
                order by c.command_number desc
                limit :most
                """)
                .param("looked", LOOKED_THROUGH)
                .param("most", MOST)
                .query(Call::of)
                .list();
    }

    /** A site that answers slowly, and is asked one thing at a time until it has been quick again; epoch milliseconds. */
    public record Slow(String partyId, int timeouts, long since, long notBefore) {}

    public List<Slow> slow() {
        return jdbc.sql("select party_id, timeouts, since, not_before from slow_party order by party_id")
                .query((row, number) -> new Slow(
                        row.getString("party_id"),
                        row.getInt("timeouts"),
                        row.getLong("since"),
                        row.getLong("not_before")))
                .list();
    }
}

package io.fateflow.engine.node;

import java.time.Duration;
import java.util.function.Supplier;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Sessions of PostgreSQL, known by their {@code application_name}. To end those of one's own user needs no special right.
 *
 * @param name which this server has given to its own
 */
public record PostgresSessions(JdbcTemplate jdbc, String name) implements DatabaseSessions {

    private static final String IDLE_LIMIT = "idle_in_transaction_session_timeout";

    @Override
    public int end(String other) {
        if (other.isEmpty() || other.equals(name)) {
            return 0;
        }
        return JdbcClient.create(jdbc)
                .sql("""
                select pg_terminate_backend(pid)
                from pg_stat_activity
                where datname = current_database() and usename = current_user and application_name = :other
                    and pid <> pg_backend_pid()
                """)
                .param("other", other)
                .query(Boolean.class)
                .list()
                .size();
    }

    @Override
    public <T> T whileIdle(Duration longest, Supplier<T> work) {
        String usual = jdbc.queryForObject(
                """
                with usual as materialized (select current_setting(?) as setting)
                select setting, set_config(?, ?, true) from usual
                """,
                (row, number) -> row.getString("setting"),
                IDLE_LIMIT,
                IDLE_LIMIT,
                Long.toString(longest.toMillis()));
        T result = work.get();
        // after a failure the transaction ends, and the limit with it
        jdbc.queryForObject("select set_config(?, ?, true)", String.class, IDLE_LIMIT, usual);
        return result;
    }
}

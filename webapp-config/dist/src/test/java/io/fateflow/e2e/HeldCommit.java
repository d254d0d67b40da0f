package io.fateflow.e2e;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;

import static org.awaitility.Awaitility.await;

/**
 * Keeps the first transaction that writes a certain row at its commit: a deferred trigger of PostgreSQL waits there for a
 * lock that the test has. The server has sent its commit and hears nothing; what becomes of the transaction the test says.
 */
final class HeldCommit implements AutoCloseable {

    private static final int LOCK = 4711;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final JdbcTemplate jdbc;
    private final Connection holder;

    /**
     * Holds from now on.
     *
     * @param row a condition on {@code new}, the row as it is written
     */
    HeldCommit(JdbcTemplate jdbc, String table, String row) throws SQLException {
        this.jdbc = jdbc;
        this.holder = DataSourceUtils.getConnection(jdbc.getDataSource());
        holdLock("pg_advisory_lock");
        jdbc.execute("create or replace function held_commit() returns trigger language plpgsql as"
                + " $$ begin perform pg_advisory_xact_lock_shared(" + LOCK + "); return null; end $$");
        jdbc.execute("create constraint trigger held_commit after insert or update on " + table
                + " deferrable initially deferred for each row when (" + row + ") execute function held_commit()");
    }

    /** Waits until a transaction has come to its commit. */
    void awaitHeld() {
        await("a commit is held").atMost(PATIENCE).until(() -> held() > 0);
    }

    /** The transaction is committed, whether or not its server still lives. */
    void commit() throws SQLException {
        holdLock("pg_advisory_unlock");
        awaitNoneIsHeld();
    }

    /** The transaction is rolled back, as by a machine that fails before it has written anything. */
    void rollBack() {
        jdbc.queryForList("select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted");
        awaitNoneIsHeld();
    }

    private void awaitNoneIsHeld() {
        await("none is held any more").atMost(PATIENCE).until(() -> held() == 0);
    }

    private long held() {
        return new Leases(jdbc)
                .count("select count(*) from pg_locks where locktype = 'advisory' and not granted"
                        + " and database = (select oid from pg_database where datname = current_database())");
    }

    private void holdLock(String function) throws SQLException {
        try (Statement statement = holder.createStatement();
                ResultSet row = statement.executeQuery("select " + function + "(" + LOCK + ")")) {
            row.next();
        }
    }

    @Override
    public void close() throws SQLException {
        try (holder) {
            jdbc.execute("drop function held_commit cascade");
        }
    }
}

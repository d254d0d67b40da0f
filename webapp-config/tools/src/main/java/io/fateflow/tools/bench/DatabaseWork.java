package io.fateflow.tools.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What a PostgreSQL says that it has done, for everybody who uses one database of it. */
final class DatabaseWork implements AutoCloseable {

    private static final String COUNTED = """
            select (select sum(n_tup_ins) from pg_stat_user_tables),
                (select sum(n_tup_upd) from pg_stat_user_tables),
                (select sum(n_tup_del) from pg_stat_user_tables),
                xact_commit, numbackends - 1, pg_database_size(datid)
            from pg_stat_database where datname = current_database()
            """;

    private static final String BACKENDS =
            "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";

    private final Connection connection;

    /** @throws SQLException also if it is no PostgreSQL */
    DatabaseWork(String jdbcUrl) throws SQLException {
        this.connection = DriverManager.getConnection(jdbcUrl);
    }

    /**
     * Counters since some time ago.
     *
     * @param connections of now, without the one that asks
     * @param bytes on the disk, now
     * @param seconds of processor that these connections' processes have used; 0 if they are on another machine
     */
    record Counted(
            long inserted, long updated, long deleted, long commits, int connections, long bytes, double seconds) {}

    /** Statistics come to light with a delay of up to a second, so what was just done may lack. */
    Counted now() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(COUNTED)) {
            row.next();
            return new Counted(
                    row.getLong(1),
                    row.getLong(2),
                    row.getLong(3),
                    row.getLong(4),
                    row.getInt(5),
                    row.getLong(6),
                    seconds());
        }
    }

    private double seconds() throws SQLException {
        List<Long> backends = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(BACKENDS)) {
            while (rows.next()) {
                backends.add(rows.getLong(1));
            }
        }
        return backends.stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .filter(process -> process.info().command().orElse("").contains("postgres"))
                .mapToDouble(ScaleSite::seconds)
                .sum();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}

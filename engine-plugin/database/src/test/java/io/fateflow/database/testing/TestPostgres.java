package io.fateflow.database.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.h2.jdbcx.JdbcConnectionPool;
import org.postgresql.ds.PGConnectionPoolDataSource;

/** One PostgreSQL server for all tests of the JVM; it ends with it. */
public final class TestPostgres {

    private static final EmbeddedPostgres SERVER = start();
    /** Kept: to connect takes the server some 30 ms of a processor. */
    private static final Connection ADMINISTRATOR = connect();

    private static final PostgresCopies SITES =
            // without a pool: what somebody is connected to can't be copied
            new PostgresCopies("site_tables", url -> TestSchema.migrate(SERVER.getDatabase("postgres", "site_tables")));

    private TestPostgres() {}

    /** A new, empty database. */
    public static DataSource database(String name) {
        execute("create database " + name);
        return pool(name);
    }

    /** A database with this site's tables, as a server makes them; whatever was in the last one of that name is gone. */
    public static DataSource withTables(String name) {
        SITES.provide(name);
        return pool(name);
    }

    /** How a database is reached, by everybody on this machine. */
    public static String url(String name) {
        return SERVER.getJdbcUrl("postgres", name);
    }

    /** That of H2 has no threads, and nothing that somebody had to close. */
    private static DataSource pool(String name) {
        PGConnectionPoolDataSource source = new PGConnectionPoolDataSource();
        source.setUrl(url(name));
        return JdbcConnectionPool.create(source);
    }

    static void execute(String sql) {
        try (Statement statement = ADMINISTRATOR.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Connection connect() {
        try {
            return SERVER.getPostgresDatabase().getConnection();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static EmbeddedPostgres start() {
        try {
            // the machine does not go down in a test: nobody waits for its disk
            return EmbeddedPostgres.builder().setServerConfig("fsync", "off").start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

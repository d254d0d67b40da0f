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

    private static final String WITH_TABLES = "site_tables";
    private static final EmbeddedPostgres SERVER = start();
    private static boolean hasTables;

    private TestPostgres() {}

    /** A new, empty database. */
    public static DataSource database(String name) {
        execute("create database " + name);
        return pool(name);
    }

    /**
     * A new database with this site's tables; the last one of that name is gone. It is copied: to make the tables takes many
     * times as long.
     */
    public static synchronized DataSource withTables(String name) {
        if (!hasTables) {
            execute("create database " + WITH_TABLES);
            // without a pool: what somebody is connected to can't be copied
            TestSchema.migrate(SERVER.getDatabase("postgres", WITH_TABLES));
            hasTables = true;
        }
        execute("drop database if exists " + name + " with (force)");
        execute("create database " + name + " template " + WITH_TABLES);
        return pool(name);
    }

    /** That of H2 has no threads, and nothing that somebody had to close. */
    private static DataSource pool(String name) {
        PGConnectionPoolDataSource source = new PGConnectionPoolDataSource();
        source.setUrl(SERVER.getJdbcUrl("postgres", name));
        return JdbcConnectionPool.create(source);
    }

    private static void execute(String sql) {
        try (Connection connection = SERVER.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
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

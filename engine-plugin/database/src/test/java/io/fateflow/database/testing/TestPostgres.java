package io.fateflow.database.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** One PostgreSQL server for all tests of the JVM; it ends with it. */
public final class TestPostgres {

    private static final String WITH_TABLES = "site_tables";
    private static final EmbeddedPostgres SERVER = start();
    private static boolean hasTables;

    private TestPostgres() {}

    /** A new, empty database. */
    public static DataSource database(String name) {
        execute("create database " + name);
        return SERVER.getDatabase("postgres", name);
    }

    /**
     * A new database with this site's tables; the last one of that name is gone. It is copied: to make the tables takes many
     * times as long.
     */
    public static synchronized DataSource withTables(String name) {
        if (!hasTables) {
            TestSchema.migrate(database(WITH_TABLES));
            hasTables = true;
        }
        execute("drop database if exists " + name + " with (force)");
        execute("create database " + name + " template " + WITH_TABLES);
        return SERVER.getDatabase("postgres", name);
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

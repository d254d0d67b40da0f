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

    private static final EmbeddedPostgres SERVER = start();

    private TestPostgres() {}

    /** A new, empty database. */
    public static DataSource database(String name) {
        try (Connection connection = SERVER.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return SERVER.getDatabase("postgres", name);
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

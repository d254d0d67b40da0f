package io.fateflow.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** One PostgreSQL server for all tests of the JVM; it ends with it. */
final class Postgres {

    private static final EmbeddedPostgres SERVER = start();

    private Postgres() {}

    /** Settings of a server with a new, empty database. */
    static Map<String, String> newDatabase() {
        String name = "e2e_" + UUID.randomUUID().toString().replace("-", "");
        try (Connection connection = SERVER.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return Map.of(
                "spring.datasource.url", SERVER.getJdbcUrl("postgres", name), "spring.datasource.username", "postgres");
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

package io.fateflow.engine.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** The databases that the scheduler runs on: each call of {@link #create} gives a new, empty one. */
enum Database {
    H2 {
        @Override
        String url(String name) {
            return "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000";
        }
    },
    POSTGRESQL {
        @Override
        String url(String name) {
            EmbeddedPostgres server = Server.RUNNING;
            try (Connection connection = server.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("create database " + name);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            return server.getJdbcUrl("postgres", name);
        }
    };

    abstract String url(String name);

    HikariDataSource create() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url("site_" + UUID.randomUUID().toString().replace("-", "")));
        config.setMaximumPoolSize(16);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        return new HikariDataSource(config);
    }

    /** One server for all tests of the JVM; it ends with it. */
    private static final class Server {
        static final EmbeddedPostgres RUNNING = start();

        private static EmbeddedPostgres start() {
            try {
                // the machine does not go down in a test: nobody waits for its disk
                return EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "off")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

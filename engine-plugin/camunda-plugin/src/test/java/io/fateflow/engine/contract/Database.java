package io.fateflow.engine.contract;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.camunda.bpm.engine.ProcessEngineConfiguration;
import org.flywaydb.core.Flyway;

import io.fateflow.database.embedded.InPlaceTables;
import io.fateflow.database.testing.PostgresCopies;
import io.fateflow.database.testing.TestPostgres;

/**
 * The databases that the scheduler runs on: each call of {@link #create} gives a new one, with all tables and nothing in them.
 * They are copies of one that is made once, as to make the tables took a quarter of the processor time of a short test; those on
 * PostgreSQL go from test to test.
 */
enum Database {
    H2 {
        @Override
        String copy(String name) {
            String url = Memory.url(name);
            execute(url, "runscript from '" + Memory.SCRIPT + "'");
            return url;
        }

        @Override
        void drop(String name) {
            execute(Memory.url(name), "shutdown");
        }
    },
    POSTGRESQL {
        private static final PostgresCopies COPIES = new PostgresCopies("tables", Database::makeTables);

        @Override
        String copy(String name) {
            COPIES.provide(name);
            return TestPostgres.url(name);
        }

        @Override
        void drop(String name) {
            COPIES.release(name);
        }
    };

    /** Makes it, and says how it is reached. */
    abstract String copy(String name);

    abstract void drop(String name);

    /** It goes with its pool: all those of a JVM were more than it had time to delete at its end. */
    HikariDataSource create() {
        String name = "site_" + UUID.randomUUID().toString().replace("-", "");
        return new HikariDataSource(pool(copy(name))) {
            @Override
            public void close() {
                if (!isClosed()) {
                    super.close();
                    drop(name);
                }
            }
        };
    }

    private static HikariConfig pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(16);
        // not all of them at once: each is a process of PostgreSQL's
        config.setMinimumIdle(1);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        return config;
    }

    private static void execute(String url, String sql) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Our tables and the engine's, as a server makes them. */
    private static void makeTables(String url) {
        try (HikariDataSource pool = new HikariDataSource(pool(url))) {
            Flyway.configure()
                    .dataSource(pool)
                    .locations("classpath:db/fateflow")
                    .load()
                    .migrate();
            ProcessEngineConfiguration.createStandaloneProcessEngineConfiguration()
                    .setDataSource(pool)
                    .setDatabaseSchemaUpdate("true")
                    .setHistory(ProcessEngineConfiguration.HISTORY_FULL)
                    .setProcessEngineName("tables")
                    .buildProcessEngine()
                    .close();
        }
    }

    private static final class Memory {
        static final String SCRIPT = "memFS:tables.sql";

        static {
            String tables = url("tables");
            makeTables(tables);
            execute(tables, "script to '" + SCRIPT + "'");
            execute(tables, "shutdown");
        }

        static String url(String name) {
            return "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000" + InPlaceTables.OPTION;
        }
    }
}

package io.fateflow.webapp.database;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.jdbc.DataSourceProperties;
import org.springframework.jdbc.datasource.AbstractDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The lock of servers that start, on a database that says it is PostgreSQL. */
class StartLockTest {

    private static final String URL = "jdbc:h2:mem:start-turn;DB_CLOSE_DELAY=-1";

    private final List<String> said = new ArrayList<>();

    /** SQL states with which the database answers those who ask for the lock, one after the other. */
    private final Deque<String> disturbances = new ArrayDeque<>();

    @Test
    void aServerWhoseLockTheDatabaseHasEndedIsStartedAllTheSame() throws SQLException {
        StartLock turn = started("57P01");

        turn.started();

        assertThat(said).contains("abort", "close");
    }

    @Test
    void theNextServerMayStartWhenThisOneRuns() throws SQLException {
        StartLock turn = started("");

        turn.started();

        assertThat(said).anyMatch(sql -> sql.contains("pg_advisory_unlock")).endsWith("close");
        assertThat(said).doesNotContain("abort");
    }

    @Test
    void aServerWhoseSessionIsEndedWhileItWaitsForItsTurnWaitsAgain() throws SQLException {
        disturbances.addAll(List.of("57P01", "08006"));

        started("").started();

        assertThat(said.stream().filter(sql -> sql.contains("pg_advisory_lock")))
                .hasSize(3);
        assertThat(said.stream().filter("close"::equals)).hasSize(3);
    }

    @Test
    void whoHasWaitedTooLongForAnotherServerSaysSo() {
        disturbances.add("55P03");

        assertThatThrownBy(() -> started(""))
                .isInstanceOf(StartFailedException.class)
                .hasMessageStartingWith(
                        "FFB-5105 this server can't start: another one has been starting on its database"
                                + " for 5min.");
    }

    /** @param state of the error with which the database answers the release of the lock; none if empty */
    private StartLock started(String state) {
        DataSourceProperties settings = new DataSourceProperties();
        settings.setUrl(URL);
        settings.setUsername("sa");
        settings.setPassword("");
        Duration second = Duration.ofSeconds(1);
        StartLock turn = new StartLock(
                new LockingDataSource(state), settings, new DatabaseProperties(second, second, second, second, second));
        turn.migrate(Flyway.configure()
                .dataSource(URL, "sa", "")
                .locations("classpath:db/fateflow")
                .load());
        return turn;
    }

    /** Connections that do nothing but remember what they were told. */
    private final class LockingDataSource extends AbstractDataSource {

        private final String state;

        LockingDataSource(String state) {
            this.state = state;
        }

        @Override
        public Connection getConnection() {
            DatabaseMetaData metaData = proxy(DatabaseMetaData.class);
            Statement statement = proxy(Statement.class);
            return (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (it, method, values) -> {
                        said.add(method.getName());
                        return switch (method.getName()) {
                            case "getMetaData" -> metaData;
                            case "createStatement" -> statement;
                            default -> null;
                        };
                    });
        }

        private <T> T proxy(Class<T> type) {
            return type.cast(
                    Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {type}, (it, method, values) -> {
                        if (method.getName().equals("getDatabaseProductName")) {
                            return "PostgreSQL";
                        }
                        if (method.getName().equals("execute")) {
                            said.add(String.valueOf(values[0]));
                            if (String.valueOf(values[0]).contains("pg_advisory_lock") && !disturbances.isEmpty()) {
                                throw new SQLException("disturbed", disturbances.remove());
                            }
                            if (!state.isEmpty() && String.valueOf(values[0]).contains("unlock")) {
                                throw new SQLException("terminating connection", state);
                            }
                            return true;
                        }
                        return null;
                    }));
        }

        @Override
        public Connection getConnection(String user, String password) {
            return getConnection();
        }
    }
}

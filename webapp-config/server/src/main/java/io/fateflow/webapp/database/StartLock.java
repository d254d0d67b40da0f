package io.fateflow.webapp.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;

import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.flyway.FlywayMigrationStrategy;
import org.springframework.boot.autoconfigure.jdbc.DataSourceProperties;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.stereotype.Component;

import io.fateflow.database.DatabaseError;
import io.fateflow.worker.retry.Backoff;
import io.fateflow.worker.retry.Retry;

/**
 * Servers on one PostgreSQL start one after the other, from before the tables are made until the engine runs: two first
 * starts at once would both make the engine's tables, the site's secret and the first administrator. A lock of the session,
 * so that it is free again when a server dies while it starts. H2 lets no second process in.
 */
@Component
final class StartLock implements FlywayMigrationStrategy, DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(StartLock.class);
    private static final long LOCK = 0x46415445_464c4f57L; // FATEFLOW
    private static final String PATIENCE = "5min";
    private static final int ANSWER_WITHIN_MILLIS = 330_000;
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /** The database may end the session of a server that waits, as of any other. */
    private static final Retry WHILE_DISTURBED = Retry.with(new Backoff(Duration.ofMillis(200), Duration.ofSeconds(6)))
            .within(Duration.ofMinutes(5));

    private final DataSource dataSource;
    private final DataSourceProperties settings;
    private final DatabaseProperties properties;
    private final AtomicReference<@Nullable Connection> held = new AtomicReference<>();

    StartLock(DataSource dataSource, DataSourceProperties settings, DatabaseProperties properties) {
        this.dataSource = dataSource;
        this.settings = settings;
        this.properties = properties;
    }

    @Override
    public void migrate(Flyway flyway) {
        HeaderCopy.of(settings.determineUrl()).ifPresent(HeaderCopy::restoreIfLost);
        try {
            WHILE_DISTURBED.call(this::taken, StartLock::mayPass);
        } catch (SQLException e) {
            throw refused(e);
        }
        SchemaVersion.migrate(flyway);
    }

    private boolean taken() throws SQLException {
        // stays open until the pool has a connection: H2 would close its file, and open it again
        try (Connection first = contact().open()) {
            take();
            return true;
        } catch (SQLException e) {
            LOG.warn("The wait for other servers that start was disturbed: {}", e.getMessage());
            giveUp();
            throw e;
        }
    }

    /** A database that can't be reached was waited for already. */
    private static boolean mayPass(Exception e) {
        return e instanceof SQLException && !isTakenTooLong(e) && DatabaseError.isTransient(e);
    }

    private static boolean isTakenTooLong(Exception e) {
        return e instanceof SQLException failure && LOCK_NOT_AVAILABLE.equals(failure.getSQLState());
    }

    private static StartFailedException refused(SQLException e) {
        String why = isTakenTooLong(e)
                ? "another one has been starting on its database for " + PATIENCE
                        + ". Look at the log of the server that"
                        + " starts, end it if it stands still, and start this one again"
                : "its database has broken off the wait for others that start, again and again (SQL state "
                        + e.getSQLState() + "). Look at the database's log, and start this one again";
        return new StartFailedException("FFB-5105 this server can't start: " + why, e);
    }

    private FirstConnection contact() {
        String url = settings.determineUrl();
        return new FirstConnection(
                new DriverManagerDataSource(url, settings.determineUsername(), settings.determinePassword()),
                url,
                properties.patience());
    }

    private void take() throws SQLException {
        Connection connection = dataSource.getConnection();
        held.set(connection);
        if (!connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
            giveUp();
            return;
        }
        // the pool puts it back when it gets the connection back
        connection.setNetworkTimeout(Runnable::run, ANSWER_WITHIN_MILLIS);
        try (Statement statement = connection.createStatement()) {
            // of the transaction, so that the session's own limit is what it was
            connection.setAutoCommit(false);
            statement.execute("set local lock_timeout = '" + PATIENCE + "'");
            statement.execute("select pg_advisory_lock(" + LOCK + ")");
            connection.commit();
            connection.setAutoCommit(true);
        }
    }

    /** The engine runs: the next one may start, and could already if the database has ended the lock's session meanwhile. */
    @EventListener(ContextRefreshedEvent.class)
    void started() throws SQLException {
        Connection connection = held.get();
        if (connection == null) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("select pg_advisory_unlock(" + LOCK + ")");
        } catch (SQLException e) {
            LOG.warn("The lock that lets servers start one after the other ended with its session: {}", e.getMessage());
            // whatever became of it: a session that is over holds no lock
            connection.abort(Runnable::run);
        }
        giveUp();
    }

    /** After a start that has failed: the lock ends with the pool's connections. */
    @Override
    public void destroy() throws SQLException {
        giveUp();
    }

    private void giveUp() throws SQLException {
        Connection connection = held.getAndSet(null);
        if (connection != null) {
            connection.close();
        }
    }
}

package io.fateflow.engine.node;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * {@code LISTEN} and {@code NOTIFY}: PostgreSQL delivers on commit, and what is rolled back was never said. Listening takes
 * one connection of the pool for as long as the node runs.
 */
public final class PostgresChannel implements NodeChannel {

    private static final Logger log = LoggerFactory.getLogger(PostgresChannel.class);
    private static final String CHANNEL = "fate_flow";
    private static final Duration LINE_IS_TESTED_EVERY = Duration.ofSeconds(10);
    private static final Duration RECONNECT_AFTER = Duration.ofSeconds(1);
    private static final int WAKES_WITHIN_MILLIS = 2_000;
    private static final int THREAD_MUST_END_MILLIS = 10_000;

    private final DataSource dataSource;
    private final JdbcTemplate jdbc;
    private final String origin = UUID.randomUUID().toString();
    private final AtomicReference<@Nullable Thread> listening = new AtomicReference<>();
    private final AtomicReference<@Nullable Connection> line = new AtomicReference<>();

    public PostgresChannel(DataSource dataSource) {
        this.dataSource = dataSource;
        this.jdbc = new JdbcTemplate(dataSource);
    }

    @Override
    public void tell(NodeSignal signal) {
        jdbc.query("select pg_notify(?, ?)", row -> {}, CHANNEL, origin + " " + signal.text());
    }

    @Override
    public void listen(Listener listener) {
        Thread thread = new Thread(() -> listenOn(listener), "fate-node-listener");
        thread.setDaemon(true);
        if (!listening.compareAndSet(null, thread)) {
            throw new IllegalStateException("this node listens already");
        }
        thread.start();
    }

    /** A read of the line does not heed interruption: this node wakes itself, or else the line is cut. */
    @Override
    public void close() {
        Thread thread = listening.getAndSet(null);
        if (thread == null) {
            return;
        }
        try {
            tell(new NodeSignal.Revoked());
            thread.join(WAKES_WITHIN_MILLIS);
        } catch (DataAccessException e) {
            log.debug("the database is away, and the line with it", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            cutTheLine(thread);
        }
    }

    private void cutTheLine(Thread thread) {
        thread.interrupt();
        Connection open = line.get();
        try {
            if (open != null) {
                open.abort(Runnable::run);
            }
            thread.join(THREAD_MUST_END_MILLIS);
        } catch (SQLException e) {
            log.warn("the line to other nodes does not close: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void listenOn(Listener listener) {
        while (listening.get() != null) {
            try {
                hear(listener);
            } catch (SQLException | RuntimeException | Error e) {
                // a listener that fails, too: a node whose thread has ended would be deaf for good
                reconnectLater(e);
            }
        }
    }

    private void reconnectLater(Throwable why) {
        if (listening.get() == null) {
            return;
        }
        log.warn("other nodes are not heard until the database is back: {}", why.getMessage());
        try {
            TimeUnit.NANOSECONDS.sleep(RECONNECT_AFTER.toNanos());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private void hear(Listener listener) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            line.set(connection);
            try {
                hear(connection, listener);
            } catch (SQLException | RuntimeException | Error e) {
                // the driver is read past the pool, which would lend the broken line to others
                connection.abort(Runnable::run);
                throw e;
            }
        } finally {
            line.set(null);
        }
    }

    private void hear(Connection connection, Listener listener) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("listen " + CHANNEL);
            listener.missed();
            while (listening.get() != null) {
                PGNotification[] heard =
                        connection.unwrap(PGConnection.class).getNotifications((int) LINE_IS_TESTED_EVERY.toMillis());
                for (PGNotification notification : heard == null ? new PGNotification[0] : heard) {
                    pass(notification.getParameter(), listener);
                }
                if (heard == null || heard.length == 0) {
                    statement.execute("select 1");
                }
            }
            statement.execute("unlisten *");
        }
    }

    private void pass(String parameter, Listener listener) {
        int blank = parameter.indexOf(' ');
        if (blank > 0 && !parameter.substring(0, blank).equals(origin)) {
            NodeSignal.parse(parameter.substring(blank + 1)).ifPresent(listener::heard);
        }
    }
}

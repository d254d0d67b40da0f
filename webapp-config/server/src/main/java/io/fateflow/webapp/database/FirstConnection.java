package io.fateflow.webapp.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.database.DatabaseError;

/**
 * The first connection of a server that starts, without the pool, which would have much to say. A database that is away may
 * be on its way, too: it is waited for. What waiting does not help ends the start at once.
 */
final class FirstConnection {

    private static final Logger LOG = LoggerFactory.getLogger(FirstConnection.class);
    private static final Duration BETWEEN = Duration.ofSeconds(2);
    private static final String LOCKED = "90020";
    private static final String LOGIN = "28";
    private static final String NO_SUCH_DATABASE = "3D000";

    private final DataSource direct;
    private final String url;
    private final Duration patience;

    /**
     * Connects nowhere yet.
     *
     * @param direct without a pool
     * @param url for messages
     * @param patience how long a database that is away is waited for
     */
    FirstConnection(DataSource direct, String url, Duration patience) {
        this.direct = direct;
        this.url = url.replaceAll("[?;].*", "");
        this.patience = patience;
    }

    /**
     * Returns a connection, to be closed.
     *
     * @throws StartFailedException with the reason and the remedy in one line
     */
    Connection open() {
        long deadline = System.nanoTime() + patience.toNanos();
        boolean isSaid = false;
        while (true) {
            try {
                return direct.getConnection();
            } catch (SQLException e) {
                refuseWhatStays(e);
                if (System.nanoTime() >= deadline) {
                    throw failed(
                            "FFB-5114 The database %s has not answered for %d s: %s. Start it, or correct spring.datasource.url; a server waits so long as fate.database.patience says",
                            e, patience.toSeconds());
                }
                if (!isSaid) {
                    LOG.warn(
                            "The database {} does not answer yet, it is waited for {} s: {}",
                            url,
                            patience.toSeconds(),
                            reason(e));
                    isSaid = true;
                }
                pause();
            }
        }
    }

    private void refuseWhatStays(SQLException failure) {
        String state = DatabaseError.state(failure);
        if (state.startsWith(LOGIN)) {
            throw failed(
                    "FFB-5115 The database %s refuses the login: %s. Correct spring.datasource.username and spring.datasource.password",
                    failure);
        }
        if (state.equals(LOCKED)) {
            throw failed(
                    "FFB-5116 The database %s is in use by another process: %s. End the server that runs on this home (fate.home), or give this one a home of its own",
                    failure);
        }
        if (state.equals(NO_SUCH_DATABASE)) {
            throw failed(
                    "FFB-5117 The database %s does not exist: %s. Create it, or correct spring.datasource.url",
                    failure);
        }
        if (!DatabaseError.isTransient(failure)) {
            throw failed(
                    "FFB-5118 The database %s can't be used: %s. Correct spring.datasource.url, or restore the database from a copy",
                    failure);
        }
    }

    private StartFailedException failed(String text, SQLException failure) {
        return new StartFailedException(text.formatted(url, reason(failure)), failure);
    }

    private StartFailedException failed(String text, SQLException failure, long seconds) {
        return new StartFailedException(text.formatted(url, seconds, reason(failure)), failure);
    }

    /** The driver's first line, without a dot at its end: what it says behind is where it looked. */
    private static String reason(SQLException failure) {
        String line = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }

    private static void pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(BETWEEN.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailedException("FFB-5114 The start was broken off while the database was waited for", e);
        }
    }
}

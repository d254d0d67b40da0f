package io.fateflow.webapp.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.MVStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Keeps the file of an embedded database small. Each commit writes the pages that it changes in a chunk of its own, and a
 * chunk keeps its room until its last page is changed again. H2 moves what is left of old chunks only where it writes commits
 * late; here they are written at once ({@code WRITE_DELAY=0}), and without this 98 of 100 bytes were waste: three megabytes
 * a job, for good.
 *
 * <p>An old chunk stays for a while whatever is in it: after a power failure H2 goes back to what the disk has. As H2 never asks
 * the disk to write, it waits for 45 seconds; here the disk is asked each second, so {@link #RETENTION} is plenty, and a power
 * failure takes no more than the last seconds' commits. PostgreSQL looks after itself.
 */
@Component
final class FileCompaction {

    /** See {@link FileChunks#percentInUse}. */
    private static final int ENOUGH = 50;

    /** Commits wait while these are moved, some 10 ms. */
    private static final int BYTES_AT_ONCE = 256 << 10;

    /** What a large transaction has left: rarely, and a few tenths of a second. */
    private static final int MOST_BYTES_AT_ONCE = 16 << 20;

    /**
     * In a look, where little is to be gained. Always so much is too little for a busy site: with 100,000 jobs stored and four more each
     * second the file grew from two to fourteen gigabytes in less than two hours, faster and faster.
     */
    private static final int ENOUGH_BYTES = 10 * BYTES_AT_ONCE;

    private static final Duration RETENTION = Duration.ofSeconds(10);
    private static final Logger LOG = LoggerFactory.getLogger(FileCompaction.class);

    private final HikariDataSource dataSource;
    private final Duration retention;

    @Autowired
    FileCompaction(DataSource dataSource) throws SQLException {
        this(dataSource.unwrap(HikariDataSource.class), RETENTION);
    }

    /** @param retention how long chunks stay that nothing is in */
    FileCompaction(HikariDataSource dataSource, Duration retention) {
        this.dataSource = dataSource;
        this.retention = retention;
    }

    @Scheduled(initialDelayString = "PT10S", fixedDelayString = "PT1S")
    void look() {
        if (SessionSettings.isPostgres(dataSource)) {
            return;
        }
        try (Connection connection = dataSource.getConnection()) {
            if (connection.unwrap(JdbcConnection.class).getSession() instanceof SessionLocal session) {
                lookAfter(session.getDatabase().getStore().getMvStore());
            }
        } catch (SQLException | RuntimeException failure) {
            // it is away or full, which others say; the next look tries again
            LOG.debug("could not look after the database's file", failure);
        }
    }

    private void lookAfter(MVStore store) {
        store.sync();
        store.setRetentionTime((int) retention.toMillis());
        FileChunks chunks = new FileChunks(store);
        int percent = chunks.percentInUse();
        int bytes = BYTES_AT_ONCE;
        long moved = 0;
        while (percent < ENOUGH && moved < mostBytes(percent) && bytes <= MOST_BYTES_AT_ONCE) {
            switch (chunks.move(percent, bytes)) {
                case SOME -> {
                    store.tryCommit();
                    moved += bytes;
                    bytes = BYTES_AT_ONCE;
                    percent = chunks.percentInUse();
                }
                case NONE -> bytes *= 2;
                case BUSY -> moved += bytes;
            }
        }
    }

    /** How much it moves in a look: twice as much for every tenth of the file that is not in use. */
    private static long mostBytes(int percentInUse) {
        return (long) ENOUGH_BYTES << ((ENOUGH - percentInUse) / 10);
    }
}

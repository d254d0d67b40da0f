package io.fateflow.webapp.database;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.annotation.PostConstruct;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.MVStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

import io.fateflow.worker.retry.RepeatedWork;

/**
 * Keeps the file of an embedded database small. Each commit writes the pages that it changes in a chunk of its own, and a
 * chunk keeps its room until its last page is changed again. H2 moves what is left of old chunks only where it writes commits
 * late; here they are written at once ({@code WRITE_DELAY=0}), and without this 98 of 100 bytes were waste: three megabytes
 * a job, for good.
 *
 * <p>The disk is asked to write each second, and what it has by then stays until it has more ({@link VersionOnDisk}): a power failure takes
 * no more than the last seconds' commits. PostgreSQL looks after itself.
 */
@Component
final class FileCompaction implements AutoCloseable {

    /** See {@link FileChunks#percentInUse}. */
    private static final int ENOUGH = 60;

    /** Commits wait while these are moved, some 10 ms. */
    private static final int BYTES_AT_ONCE = 256 << 10;

    /** In a look, where little is to be gained. */
    private static final int ENOUGH_BYTES = 10 * BYTES_AT_ONCE;

    /** Percent of the leaves below a parent that are to move together, at least; fewer where much is waste. */
    private static final int MOST_TOGETHER = 50;

    /** Percent in use: what is left of such a chunk is worth its way, whatever the rest of the file is like and if nothing goes with it. */
    private static final int NEARLY_EMPTY = 10;

    /** In a look, at least. */
    private static final int NEARLY_EMPTY_BYTES = 4 * BYTES_AT_ONCE;

    /** H2 leaves 45, as it never asks the disk to write. */
    private static final Duration RETENTION = Duration.ofSeconds(10);

    /** Of what jobs under way write, 19 of 20 bytes are waste within a minute, and their chunks go by themselves. */
    private static final Duration AGE = Duration.ofMinutes(1);

    private static final Duration FIRST_LOOK = Duration.ofSeconds(10);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(FileCompaction.class);

    private final HikariDataSource dataSource;
    private final Duration retention;
    private final Duration age;
    private @Nullable VersionOnDisk onDisk;
    private boolean closed;
    private volatile boolean failing;
    private final RepeatedWork looks = new RepeatedWork("fate-database-file");
    private @Nullable LeafSweep sweep;

    @Autowired
    FileCompaction(DataSource dataSource) throws SQLException {
        this(dataSource.unwrap(HikariDataSource.class), RETENTION, AGE);
    }

    /**
     * For tests, which do not wait so long.
     *
     * @param retention how long chunks stay that nothing is in
     * @param age of chunks from which on their content moves
     */
    FileCompaction(HikariDataSource dataSource, Duration retention, Duration age) {
        this.dataSource = dataSource;
        this.retention = retention;
        this.age = age;
    }

    /**
     * What the disk has at the start is to stay, too. Then looks each second, on a thread of its own: until a look has come nothing that the
     * disk has may be overwritten. When the doctor, with whom it shared one, looked for half a minute, the file grew by a gigabyte.
     */
    @PostConstruct
    void begin() {
        if (SessionSettings.isPostgres(dataSource)) {
            return;
        }
        withStore(this::sync);
        looks.repeat(this::look, FIRST_LOOK, BETWEEN_LOOKS);
    }

    void look() {
        withStore(this::lookAfter);
    }

    private interface Work {

        void on(MVStore store) throws IOException;
    }

    private void withStore(Work work) {
        try (Connection connection = dataSource.getConnection()) {
            if (connection.unwrap(JdbcConnection.class).getSession() instanceof SessionLocal session
                    && session.getDatabase().isPersistent()) {
                doUnlessClosed(work, session.getDatabase().getStore().getMvStore());
            }
            if (failing) {
                failing = false;
                LOG.info("the database's file is looked after again");
            }
        } catch (SQLException | IOException | RuntimeException failure) {
            failed(failure);
        }
    }

    /** It is said once: the next look tries again. */
    private void failed(Exception failure) {
        if (failing) {
            LOG.debug("could not look after the database's file", failure);
        } else {
            failing = true;
            LOG.warn("The database's file can't be looked after, and grows until it can: {}", failure.toString());
        }
    }

    /** One that goes on when the pool is to close is waited for: it would hold a version, which H2 does not expect then. */
    private synchronized void doUnlessClosed(Work work, MVStore store) throws IOException {
        if (!closed) {
            work.on(store);
        }
    }

    private void sync(MVStore store) throws IOException {
        if (onDisk == null || onDisk.store() != store) {
            onDisk = new VersionOnDisk(store);
        }
        onDisk.sync();
    }

    private void lookAfter(MVStore store) throws IOException {
        sync(store);
        store.setRetentionTime((int) retention.toMillis());
        FileChunks chunks = new FileChunks(store, age);
        chunks.moveChunks(NEARLY_EMPTY, NEARLY_EMPTY_BYTES, BYTES_AT_ONCE);
        int percent = chunks.percentInUse();
        if (percent < ENOUGH) {
            if (sweep == null || sweep.store() != store) {
                sweep = new LeafSweep(store, chunks);
            }
            sweep.look(mostBytes(percent), BYTES_AT_ONCE, Math.min(percent, MOST_TOGETHER));
        }
    }

    /** Before the pool closes, and the database with it. */
    @Override
    public void close() {
        looks.stop();
        release();
    }

    private synchronized void release() {
        closed = true;
        if (onDisk != null) {
            onDisk.release();
        }
    }

    /** How much it moves in a look: twice as much for every tenth of the file that is not in use. */
    private static long mostBytes(int percentInUse) {
        return (long) ENOUGH_BYTES << ((ENOUGH - percentInUse) / 10);
    }
}

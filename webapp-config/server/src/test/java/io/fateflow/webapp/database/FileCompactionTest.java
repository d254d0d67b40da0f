package io.fateflow.webapp.database;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/** With old chunks that may go at once, so that nobody waits for them. */
class FileCompactionTest {

    private static final int ROWS = 2_000;

    @TempDir
    private Path place;

    private HikariDataSource pool;
    private JdbcTemplate jdbc;

    @BeforeEach
    void open() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:" + place.resolve("db") + ";WRITE_DELAY=0");
        config.setUsername("sa");
        config.setMaximumPoolSize(2);
        pool = new HikariDataSource(config);
        jdbc = new JdbcTemplate(pool);
        jdbc.execute("create table thing (id int primary key, owner int, words varchar)");
        jdbc.execute("create index by_owner on thing (owner)");
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void whatOldChunksStillHoldIsMovedAndTheirRoomIsUsedAgain() throws Exception {
        write(0, ROWS);
        assertThat(percentInUse()).isLessThan(20);
        long size = size();
        FileCompaction compaction = new FileCompaction(pool, Duration.ZERO);

        for (int look = 0; look < 100; look++) {
            compaction.look();
        }
        assertThat(percentInUse()).isGreaterThan(45);
        for (int row = ROWS; row < 2 * ROWS; row += 100) {
            write(row, row + 100);
            compaction.look();
        }

        assertThat(size()).isLessThan(size / 4);
        assertThat(jdbc.queryForObject("select count(distinct words) from thing", Integer.class))
                .isEqualTo(2 * ROWS);
    }

    /** Half a megabyte each, in what one transaction wrote: H2 moves a chunk as a whole. */
    @Test
    void whatLargeTransactionsHaveLeftIsMoved() throws Exception {
        for (int i = 0; i < 10; i++) {
            int from = i * 3_000;
            jdbc.update(
                    "insert into thing select ? + x, 0, cast(random_uuid() as varchar) || repeat('-', 400)"
                            + " from system_range(1, 3000)",
                    from);
            jdbc.update("delete from thing where id > ?", from + 1_200);
        }
        assertThat(percentInUse()).isLessThan(50);
        FileCompaction compaction = new FileCompaction(pool, Duration.ZERO);

        for (int look = 0; look < 100; look++) {
            compaction.look();
        }

        assertThat(percentInUse()).isGreaterThanOrEqualTo(50);
        assertThat(jdbc.queryForObject("select count(distinct words) from thing", Integer.class))
                .isEqualTo(12_000);
    }

    @Test
    void aDatabaseThatIsAwayIsLeftToTheNextLook() {
        FileCompaction compaction = new FileCompaction(pool, Duration.ZERO);
        write(0, 10);
        jdbc.execute("shutdown immediately");

        assertThatCode(compaction::look).doesNotThrowAnyException();
        pool.close();
        assertThatCode(compaction::look).doesNotThrowAnyException();
    }

    /** A commit each, in places that are apart. */
    private void write(int from, int end) {
        for (int row = from; row < end; row++) {
            jdbc.update("insert into thing values (?, ?, ?)", row * 7919 % 100_003, row % 97, "row " + row);
        }
    }

    private int percentInUse() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            SessionLocal session =
                    (SessionLocal) connection.unwrap(JdbcConnection.class).getSession();
            return session.getDatabase().getStore().getMvStore().getFileStore().getChunksFillRate();
        }
    }

    private long size() throws Exception {
        return Files.size(place.resolve("db.mv.db"));
    }
}

package io.fateflow.webapp.database;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.FileStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/** With old chunks that may go at once, so that nobody waits for them. */
@ExtendWith(OutputCaptureExtension.class)
class FileCompactionTest {

    private static final int ROWS = 2_000;

    @TempDir
    private Path place;

    private Pool pool;
    private JdbcTemplate jdbc;
    private FileCompaction compaction;

    /** It has no connection for a while, if a test says so. */
    private static final class Pool extends HikariDataSource {

        private boolean isEmpty;

        Pool(HikariConfig config) {
            super(config);
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (isEmpty) {
                throw new SQLException("no connection left");
            }
            return super.getConnection();
        }
    }

    @BeforeEach
    void open() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:" + place.resolve("db") + ";WRITE_DELAY=0");
        config.setUsername("sa");
        config.setMaximumPoolSize(2);
        pool = new Pool(config);
        jdbc = new JdbcTemplate(pool);
        jdbc.execute("create table thing (id int primary key, owner int, words varchar)");
        jdbc.execute("create index by_owner on thing (owner)");
        compaction = new FileCompaction(pool, Duration.ZERO, Duration.ZERO);
    }

    @AfterEach
    void close() {
        compaction.close();
        pool.close();
    }

    @Test
    void whatOldChunksStillHoldIsMovedAndTheirRoomIsUsedAgain() throws Exception {
        write(0, ROWS);
        assertThat(percentInUse()).isLessThan(20);
        long size = size();

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

    @Test
    void thatItCanNotBeLookedAfterIsSaidOnceEachTime(CapturedOutput output) {
        pool.isEmpty = true;
        for (int look = 0; look < 3; look++) {
            compaction.look();
        }
        assertThat(output).containsOnlyOnce("can't be looked after").contains("no connection left");

        pool.isEmpty = false;
        compaction.look();
        pool.isEmpty = true;
        compaction.look();

        assertThat(output.getOut().split("can't be looked after", -1)).hasSize(1 + 2);
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

        for (int look = 0; look < 100; look++) {
            compaction.look();
        }

        assertThat(percentInUse()).isGreaterThanOrEqualTo(50);
        assertThat(jdbc.queryForObject("select count(distinct words) from thing", Integer.class))
                .isEqualTo(12_000);
    }

    /**
     * Eight megabytes in chunks of eighty, all alike: of them none has less in it than all have. With as little in each look as where little
     * is waste, which is 11 percent here, a busy site's file would grow without end.
     */
    @Test
    void theMoreIsWasteTheMoreIsMovedInALook() throws Exception {
        for (int i = 0; i < 60; i++) {
            int from = i * 3_000;
            jdbc.update(
                    "insert into thing select ? + x, 0, cast(random_uuid() as varchar) || repeat('-', 400)"
                            + " from system_range(1, 3000)",
                    from);
            jdbc.update("delete from thing where id > ?", from + 300);
        }
        assertThat(percentInUse()).isLessThan(20);

        compaction.look();

        assertThat(percentInUse()).isGreaterThan(18);
    }

    /** H2 would move them all, over and over, when they are old: nothing is gained by it. */
    @Test
    void whatIsInFullChunksStaysWhereItIs() throws Exception {
        for (int i = 0; i < 20; i++) {
            jdbc.update(
                    "insert into thing select x, 0, random_uuid() from system_range(?, ?)", 1_000 * i, 1_000 * i + 999);
        }
        jdbc.execute("create table other (id int primary key, words varchar)");
        Set<String> full = chunks(percent -> percent >= 90);
        for (int row = 0; row < 4 * ROWS; row++) {
            jdbc.update("insert into other values (?, ?)", row * 7919 % 100_003, "row " + row);
        }
        full.retainAll(chunks(percent -> percent >= 90));

        for (int look = 0; look < 100; look++) {
            compaction.look();
        }

        assertThat(full).isNotEmpty();
        assertThat(chunks(percent -> true)).containsAll(full);
    }

    /** What moves makes chunks of its own, which must not be worth moving again: a site at rest does not write for ever. */
    @Test
    void aFileThatNobodyWritesComesToRest() throws Exception {
        write(0, ROWS);
        for (int look = 0; look < 200; look++) {
            compaction.look();
        }
        Set<String> atRest = chunks(percent -> true);

        for (int look = 0; look < 50; look++) {
            compaction.look();
        }

        assertThat(chunks(percent -> true)).isEqualTo(atRest);
    }

    @Test
    void aDatabaseThatIsAwayIsLeftToTheNextLook() {
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

    /** A chunk with nothing in it goes with a later commit, which nobody makes here: it isn't for compaction to move. */
    private int percentInUse() throws SQLException {
        // of the newest chunk nothing is said in the file before there is another
        jdbc.update("update thing set words = words where id = (select min(id) from thing)");
        long bytes = 0;
        long inUse = 0;
        for (Map<String, String> chunk : chunks().values()) {
            if (inUse(chunk) > 0) {
                bytes += size(chunk);
                inUse += inUse(chunk);
            }
        }
        return (int) (100 * inUse / bytes);
    }

    private FileStore<?> store() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            SessionLocal session =
                    (SessionLocal) connection.unwrap(JdbcConnection.class).getSession();
            return session.getDatabase().getStore().getMvStore().getFileStore();
        }
    }

    /** The names of those that have so many percent in use. */
    private Set<String> chunks(IntPredicate percent) throws SQLException {
        Map<String, Map<String, String>> chunks = chunks();
        chunks.values().removeIf(chunk -> !percent.test((int) (100 * inUse(chunk) / size(chunk))));
        return chunks.keySet();
    }

    private Map<String, Map<String, String>> chunks() throws SQLException {
        Map<String, Map<String, String>> chunks = new HashMap<>();
        store().getLayoutMap().forEach((name, chunk) -> {
            if (name.startsWith("chunk.")) {
                chunks.put(name, DataUtils.parseMap(chunk));
            }
        });
        return chunks;
    }

    private static long size(Map<String, String> chunk) {
        return DataUtils.readHexLong(chunk, "max", 0);
    }

    private static long inUse(Map<String, String> chunk) {
        return DataUtils.readHexLong(chunk, "liveMax", size(chunk));
    }

    private long size() throws Exception {
        return Files.size(place.resolve("db.mv.db"));
    }
}

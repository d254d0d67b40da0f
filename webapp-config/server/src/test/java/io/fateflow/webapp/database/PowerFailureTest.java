package io.fateflow.webapp.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.h2.store.fs.FilePath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/** The file of an embedded database that the power has left, again and again, while it is written and looked after. */
class PowerFailureTest {

    private static final int COMMITS = 2_000;
    private static final int COMMITS_BETWEEN_LOOKS = 7;
    private static final int WRITES_BETWEEN_FAILURES = 20;
    private static final int ROWS = 1_000;

    @TempDir
    private Path place;

    private final Map<Integer, String> rows = new HashMap<>();

    /** What the table has had since the last look, the oldest first; the last is not committed yet, perhaps. */
    private final List<Map<Integer, String>> sinceLook = new ArrayList<>();

    private final List<Failure> failures = new ArrayList<>();

    private record Failure(Path database, List<Map<Integer, String>> possible) {}

    @AfterEach
    void listenNoMore() {
        FailingDisk.listen(null);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void theDatabaseIsAsItWasAtTheLastLookOrLater(int seed) throws Exception {
        Random luck = new Random(seed);
        FilePath.register(new FailingDisk());
        try (HikariDataSource pool = pool("jdbc:h2:disk:" + place.resolve("db"));
                FileCompaction compaction = new FileCompaction(pool, Duration.ZERO, Duration.ZERO)) {
            JdbcTemplate jdbc = table(pool);
            compaction.look();
            sinceLook.add(Map.of());
            FailingDisk.listen(contents -> fail(contents, luck));
            for (int commit = 1; commit <= COMMITS; commit++) {
                change(jdbc, luck.nextInt(ROWS), "words of " + commit);
                if (commit % COMMITS_BETWEEN_LOOKS == 0) {
                    compaction.look();
                    sinceLook.subList(0, sinceLook.size() - 1).clear();
                }
            }
            FailingDisk.listen(null);
        }

        assertThat(failures).hasSizeGreaterThan(COMMITS / WRITES_BETWEEN_FAILURES / 2);
        for (Failure failure : failures) {
            assertThat(failure.possible()).contains(contents(failure.database()));
        }
    }

    /** The copy of its header is of the database as it was when the backup was put back. */
    @Test
    void aBackupOfARunningDatabaseIsOpenedAsItIs() throws Exception {
        Path database = place.resolve("db");
        Path backup = place.resolve("backup.mv.db");
        try (HikariDataSource pool = pool("jdbc:h2:" + database);
                FileCompaction compaction = new FileCompaction(pool, Duration.ZERO, Duration.ZERO)) {
            JdbcTemplate jdbc = table(pool);
            change(jdbc, 1, "words of the backup");
            compaction.look();
            Files.copy(Path.of(database + ".mv.db"), backup);
            for (int row = 0; row < ROWS; row++) {
                change(jdbc, row, "later words of " + row);
                compaction.look();
            }
        }
        Path file = Path.of(database + ".mv.db");
        Files.copy(backup, file, StandardCopyOption.REPLACE_EXISTING);

        HeaderCopy.of("jdbc:h2:" + database).orElseThrow().restoreIfLost();
        assertThat(file).hasSameBinaryContentAs(backup);
        assertThat(contents(database)).isEqualTo(Map.of(1, "words of the backup"));
    }

    private static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url + ";WRITE_DELAY=0");
        config.setUsername("sa");
        config.setMaximumPoolSize(2);
        return new HikariDataSource(config);
    }

    private static JdbcTemplate table(DataSource pool) {
        JdbcTemplate jdbc = new JdbcTemplate(pool);
        jdbc.execute("create table thing (id int primary key, owner int, words varchar)");
        jdbc.execute("create index by_owner on thing (owner)");
        return jdbc;
    }

    private void change(JdbcTemplate jdbc, int row, String words) {
        String old = rows.put(row, words);
        sinceLook.add(Map.copyOf(rows));
        if (old == null) {
            jdbc.update("insert into thing values (?, ?, ?)", row, row % 97, words);
        } else {
            jdbc.update("update thing set words = ?, owner = owner + 1 where id = ?", words, row);
        }
    }

    /** Also by the index: its pages are others than the table's. */
    private static Map<Integer, String> contents(Path database) throws SQLException {
        String url = "jdbc:h2:" + database;
        HeaderCopy.of(url).orElseThrow().restoreIfLost();
        try (Connection connection = DriverManager.getConnection(url, "sa", "");
                Statement statement = connection.createStatement()) {
            Map<Integer, String> contents = read(statement, "select id, words from thing");
            assertThat(read(statement, "select id, words from thing where owner >= 0 order by owner"))
                    .isEqualTo(contents);
            return contents;
        }
    }

    private static Map<Integer, String> read(Statement statement, String query) throws SQLException {
        Map<Integer, String> rows = new HashMap<>();
        try (ResultSet found = statement.executeQuery(query)) {
            while (found.next()) {
                rows.put(found.getInt(1), found.getString(2));
            }
        }
        return rows;
    }

    private void fail(FailingDisk.Contents contents, Random luck) throws IOException {
        if (luck.nextInt(WRITES_BETWEEN_FAILURES) == 0) {
            Path database = place.resolve("after-" + failures.size());
            contents.copy(Path.of(database + ".mv.db"), luck);
            Files.copy(place.resolve("db.header"), Path.of(database + ".header"));
            failures.add(new Failure(database, List.copyOf(sinceLook)));
        }
    }
}

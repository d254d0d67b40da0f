package io.fateflow.database.embedded;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What H2's own tables say is right. */
class InPlaceTablesTest {

    private static final int ROWS = 12;
    private static final int STEPS = 600;
    private static final List<String> TABLES = List.of("""
            create table thing (name varchar(20) primary key, number int unique, owner int, state int, words clob,
                rev int default 1, note varchar(20))""", """
            create table thing (name bigint primary key, number int unique, owner int, state int, words clob,
                rev int default 1, note varchar(20))""");

    @TempDir
    private Path place;

    /** Whatever is done to rows, and taken back, is as with H2's tables, and each index finds what is there. */
    @Test
    void rowsAndErrorsAreThoseOfPlainTables() throws SQLException {
        for (String table : TABLES) {
            for (int seed = 0; seed < 8; seed++) {
                List<String> plain = story(seed, table, "jdbc:h2:mem:plain");
                assertThat(story(seed, table, "jdbc:h2:mem:in-place" + InPlaceTables.OPTION))
                        .as("seed %d of %s", seed, table)
                        .isEqualTo(plain);
                assertThat(plain).anyMatch(line -> line.startsWith("2 rows")).anyMatch(line -> line.contains("23505"));
            }
        }
    }

    /** H2 removes at a commit what was replaced, unless the table it asks for tells it that the old row is back. */
    @Test
    void aTextThatARollbackBroughtBackStays() throws SQLException {
        String url = "jdbc:h2:" + place.resolve("db") + InPlaceTables.OPTION;
        try (Connection connection = open(url)) {
            execute(connection, TABLES.get(0));
            execute(connection, "insert into thing (name, words) values ('a', repeat('w', 9000))");
            connection.setAutoCommit(false);
            Savepoint savepoint = connection.setSavepoint();
            execute(connection, "update thing set words = repeat('v', 9000) where name = 'a'");
            connection.rollback(savepoint);
            connection.commit();
        }
        try (Connection connection = open(url)) {
            assertThat(rows(connection, "select words from thing")).containsExactly("w".repeat(9_000));
        }
    }

    @Test
    void ofTwoWhoCountAtOnceNoStepIsLost() throws Exception {
        String url = "jdbc:h2:mem:counted;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000" + InPlaceTables.OPTION;
        try (Connection connection = open(url)) {
            execute(connection, TABLES.get(0));
            execute(connection, "create index by_state on thing (state)");
            execute(connection, "insert into thing (name, number, state) values ('a', 0, 0)");
            CompletableFuture.allOf(
                            CompletableFuture.runAsync(() -> count(url, "state")),
                            CompletableFuture.runAsync(() -> count(url, "rev")),
                            CompletableFuture.runAsync(() -> count(url, "state")))
                    .get(1, TimeUnit.MINUTES);

            assertThat(rows(connection, "select state, rev, number from thing where state = 600"))
                    .containsExactly("600|301|900");
            assertThat(rows(connection, "select name from thing where number = 900"))
                    .containsExactly("a");
            execute(connection, "shutdown");
        }
    }

    private static void count(String url, String column) {
        try (Connection connection = open(url)) {
            for (int step = 0; step < 300; step++) {
                execute(
                        connection,
                        "update thing set %1$s = %1$s + 1, number = number + 1 where name = 'a'".formatted(column));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aStateWithoutAnIndexTouchesNone() throws SQLException {
        long plain = written("jdbc:h2:" + place.resolve("plain") + ";WRITE_DELAY=0");
        long inPlace = written("jdbc:h2:" + place.resolve("db") + ";WRITE_DELAY=0" + InPlaceTables.OPTION);

        assertThat(inPlace).isLessThan(plain / 2);
    }

    @Test
    void aFileIsOpenedWithAndWithout() throws SQLException {
        String url = "jdbc:h2:" + place.resolve("db");
        try (Connection plain = open(url)) {
            execute(plain, TABLES.get(0));
            execute(plain, "insert into thing (name, number) values ('a', 1)");
        }
        try (Connection inPlace = open(url + InPlaceTables.OPTION)) {
            execute(inPlace, "create table other (id int primary key, owner int)");
            execute(inPlace, "create index by_owner on other (owner)");
            execute(inPlace, "insert into other values (1, 1)");
            execute(inPlace, "update other set owner = 2 where id = 1");
            execute(inPlace, "update thing set number = 2 where name = 'a'");
        }
        try (Connection plain = open(url)) {
            assertThat(rows(plain, "select id from other where owner = 2")).containsExactly("1");
            assertThat(rows(plain, "select name from thing where number = 2")).containsExactly("a");
            assertThat(rows(plain, "script nodata")).noneMatch(line -> line.contains("ENGINE"));
        }
    }

    private static List<String> story(int seed, String table, String url) throws SQLException {
        Random random = new Random(seed);
        List<String> told = new ArrayList<>();
        try (Connection connection = open(url)) {
            execute(connection, table);
            execute(connection, "create index by_owner on thing (owner, state desc)");
            execute(connection, "create index by_note on thing (note)");
            connection.setAutoCommit(false);
            Savepoint savepoint = connection.setSavepoint();
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(20)) {
                    case 0, 1 -> {
                        end(connection, random.nextBoolean());
                        savepoint = connection.setSavepoint();
                    }
                    case 2 -> connection.rollback(savepoint);
                    case 3 -> savepoint = connection.setSavepoint();
                    default -> told.add(change(connection, random));
                }
            }
            connection.commit();
            told.addAll(rows(connection, "select * from thing order by name"));
            for (int value = -1; value <= ROWS; value++) {
                told.addAll(rows(connection, "select name from thing where number = " + value));
                told.addAll(rows(connection, "select name from thing where owner = " + value + " order by name"));
                told.addAll(rows(connection, "select name from thing where note = 'n" + value + "' order by name"));
            }
            told.addAll(rows(connection, "select name from thing where owner is null order by name"));
        }
        return told;
    }

    private static void end(Connection connection, boolean isGood) throws SQLException {
        if (isGood) {
            connection.commit();
        } else {
            connection.rollback();
        }
    }

    /** One statement; what came of it. */
    private static String change(Connection connection, Random random) {
        int row = random.nextInt(ROWS);
        int other = random.nextInt(ROWS);
        String sql =
                switch (random.nextInt(14)) {
                    case 0, 1, 2 ->
                        "insert into thing (name, number, owner, state, words) values (" + row + ", " + other + ", "
                                + random.nextInt(3) + ", 0, repeat('w', " + random.nextInt(9_000) + "))";
                    case 3 -> "delete from thing where name = '" + row + "'";
                    case 4 -> "update thing set name = " + other + " where name = '" + row + "'";
                    case 5 -> "update thing set number = " + other + " where name = '" + row + "'";
                    case 6 -> "update thing set number = number + 1";
                    case 7 -> "update thing set state = state + 1 where owner = " + random.nextInt(3);
                    case 8 ->
                        "update thing set words = repeat('v', " + random.nextInt(9_000) + ") where name = '" + row
                                + "'";
                    case 9 -> "update thing set owner = null where name = '" + row + "'";
                    case 10 -> "update thing set note = 'n" + other + "', state = 3 where name = '" + row + "'";
                    case 11 ->
                        "merge into thing t using (values (" + row + ", " + other + ")) s (n, k) on t.name = s.n"
                                + " when matched then update set rev = rev + 1, number = s.k"
                                + " when not matched then insert (name, number) values (s.n, s.k)";
                    default -> "update thing set state = " + other + ", rev = rev + 1 where name = '" + row + "'";
                };
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql) + " rows: " + sql;
        } catch (SQLException e) {
            return e.getSQLState() + ": " + sql;
        }
    }

    /** Bytes, by a thousand commits of one state each, in a table with five indexes more. */
    private static long written(String url) throws SQLException {
        try (Connection connection = open(url)) {
            execute(connection, "create table job (id int, status int, a uuid, b uuid, c uuid, d uuid, e uuid)");
            for (String column : List.of("id", "a", "b", "c", "d", "e")) {
                execute(connection, "create index by_" + column + " on job (" + column + ")");
            }
            execute(
                    connection,
                    "insert into job select x, 0, random_uuid(), random_uuid(), random_uuid(), random_uuid(),"
                            + " random_uuid() from system_range(1, 20000)");
            long before = writtenBytes(connection);
            try (PreparedStatement update = connection.prepareStatement("update job set status = 1 where id = ?")) {
                for (int row = 1; row <= 1_000; row++) {
                    update.setInt(1, row);
                    assertThat(update.executeUpdate()).isOne();
                }
            }
            return writtenBytes(connection) - before;
        }
    }

    private static long writtenBytes(Connection connection) throws SQLException {
        SessionLocal session =
                (SessionLocal) connection.unwrap(JdbcConnection.class).getSession();
        MVStore store = session.getDatabase().getStore().getMvStore();
        List<Long> bytes = new ArrayList<>();
        store.getFileStore().populateInfo((name, value) -> {
            if (name.equals("info.FILE_WRITE_BYTES")) {
                bytes.add(Long.valueOf(value));
            }
        });
        return bytes.get(0);
    }

    private static Connection open(String url) throws SQLException {
        return DriverManager.getConnection(url, "sa", "");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                StringBuilder row = new StringBuilder();
                for (int column = 1; column <= columns; column++) {
                    row.append(column == 1 ? "" : "|").append(result.getString(column));
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }
}

package io.fateflow.e2e;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.fateflow.webapp.Server;
import io.fateflow.webapp.database.StartFailedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A server that can't start, as on its database, says why, and what to do, in a line with an id, and ends. */
class RefusedStartTest {

    @TempDir
    private Path place;

    @Test
    void aDatabaseThatIsAwayIsWaitedForAsLongAsItSays() {
        long begin = System.nanoTime();

        String output = failure(Map.of(
                "spring.datasource.url",
                "jdbc:postgresql://127.0.0.1:" + ChildJvm.freePort() + "/fate?password=secret",
                "fate.database.patience",
                "4s"));

        assertThat(System.nanoTime() - begin).isGreaterThan(4_000_000_000L);
        assertSaid(output, "FFB-5114", "has not answered for 4 s");
        assertThat(output).contains("does not answer yet, it is waited for 4 s");
    }

    @Test
    void aFileThatAnotherServerHasOpenIsNamed() throws Exception {
        Path file = Files.createDirectories(place.resolve("home/db")).resolve("fate-flow");
        try (Connection other = DriverManager.getConnection("jdbc:h2:async:" + file, "sa", "")) {
            assertThat(other.isValid(1)).isTrue();

            assertSaid(failure(Map.of()), "FFB-5116", "in use by another process");
        }
    }

    @Test
    void aWrongPasswordIsNoOutage() throws Exception {
        Path file = Files.createDirectories(place.resolve("home/db")).resolve("fate-flow");
        DriverManager.getConnection("jdbc:h2:async:" + file, "sa", "right").close();

        assertSaid(failure(Map.of("spring.datasource.password", "wrong")), "FFB-5115", "refuses the login");
    }

    @Test
    void aPlaceForExecutorsThatIsNoDirectoryIsNamed() throws Exception {
        Path file = Files.createFile(place.resolve("executors"));

        assertSaid(
                failure(Map.of(
                        "fate.access.roles",
                        "true",
                        "fate.worker.executordirectory",
                        file.toString(),
                        "fate.admin.password",
                        "of-this-test")),
                "FFB-2064",
                file.toString());
    }

    @Test
    void tlsThatItsOwnWorkerCouldNotCallIsRefused() throws Exception {
        assertSaid(failure(Map.of("server.ssl.bundle", "web")), "FFB-2069", "fate.worker.enabled=false");
    }

    @Test
    void aPrefixOfItsPathsIsRefused() throws Exception {
        assertSaid(
                failure(Map.of("server.servlet.contextpath", "/fate")),
                "FFB-2070",
                "server.servlet.context-path is /fate");
    }

    /** Before there is a log, where Spring would show its trace. */
    @Test
    void aHomeThatCanNotBeMadeIsAllThatIsSaid() throws Exception {
        Files.createFile(place.resolve("home"));

        assertSaid(failure(Map.of()), "FFB-2067", place.resolve("home").toString());
    }

    @Test
    void aSettingThatThereIsNotIsNamedWithItsLine() throws Exception {
        Path file = Files.writeString(place.resolve("application.yml"), "fate:\n  access:\n    role: true\n");

        String output = failure(Map.of());

        assertSaid(output, "FFB-2065", "it has no such setting as");
        assertThat(output).contains(file.getFileName() + "] - 3:11): did you mean fate.access.roles?");
        assertThat(place.resolve("home/db/fate-flow.mv.db")).doesNotExist();
    }

    @Test
    void tablesOfANewerVersionAreLeftAlone() {
        Map<String, String> database = Postgres.newDatabase();
        DriverManagerDataSource source = new DriverManagerDataSource(
                database.get("spring.datasource.url"), database.get("spring.datasource.username"), "");
        Flyway.configure()
                .dataSource(source)
                .locations("classpath:db/fateflow")
                .table("fate_schema_history")
                .load()
                .migrate();
        new JdbcTemplate(source)
                .update(
                        "insert into fate_schema_history (installed_rank, version, description, type, script, installed_by,"
                                + " execution_time, success) values (1000, '999', 'later', 'SQL', 'V999__later.sql', 'it', 1, true)");

        assertSaid(failure(database), "FFB-5119", "have version 999, this program knows versions up to ");
    }

    @Test
    void whatAPartOfTheServerRefusesIsAllThatIsSaid() {
        String output =
                failure(Map.of("fate.consent.policy", place.resolve("none.dmn").toString()));

        // the database is there, so the first account stands before it
        String said = output.substring(output.indexOf("FFB-5141"));
        assertThat(said.lines()).as(output).hasSize(4);
        assertThat(said).containsSubsequence("none.dmn", "What to do", "Failed: FFB-5141", "none.dmn", "What to do");
        assertThat(output).doesNotContain("\tat ", "Error creating bean", "Unable to start web server");
    }

    @Test
    void aStartThatTheDatabaseBreaksOffIsBegunAgain() {
        EndsItsConnection.left.set(1);

        try (Server server = startInThisJvm()) {
            assertThat(server.port()).isPositive();
        }
        assertThat(EndsItsConnection.left).hasValue(-1);
    }

    @Test
    void aStartThatIsBrokenOffAgainAndAgainFails() {
        EndsItsConnection.left.set(9);

        assertThatThrownBy(this::startInThisJvm)
                .isInstanceOf(StartFailedException.class)
                .hasMessageContaining("FFB-5121")
                .hasMessageContaining("administrator command");
        assertThat(EndsItsConnection.left).hasValue(6);
    }

    private Server startInThisJvm() {
        return Server.start(
                Map.of(
                        "server.port",
                        0,
                        "fate.home",
                        place.resolve("home"),
                        "fate.admin.password",
                        FlowClient.PASSWORD),
                EndsItsConnection.class);
    }

    /** A step of a start whose connection is ended as often as a test says. */
    static class EndsItsConnection {

        private static final AtomicInteger left = new AtomicInteger();

        EndsItsConnection() throws SQLException {
            if (left.getAndDecrement() > 0) {
                throw new SQLException("terminating connection due to administrator command", "57P01");
            }
        }
    }

    private String failure(Map<String, String> settings) {
        Map<String, String> environment = new HashMap<>();
        settings.forEach(
                (key, value) -> environment.put(key.toUpperCase(Locale.ROOT).replace('.', '_'), value));
        try (ChildJvm server = ChildJvm.start(
                place,
                environment,
                "serve",
                "--home",
                place.resolve("home").toString(),
                "--port",
                Integer.toString(ChildJvm.freePort()))) {
            assertThat(server.exitCode()).isNotZero();
            return server.output();
        }
    }

    /** Once in the log, and once as the command's own last word. */
    private static void assertSaid(String output, String id, String text) {
        List<String> lines = output.lines().toList();
        assertThat(lines).as(output).hasSizeLessThan(8);
        assertThat(lines)
                .filteredOn(line -> line.contains(id))
                .as(output)
                .hasSizeBetween(1, 2)
                .allSatisfy(line -> assertThat(line).contains(text));
        assertThat(output).doesNotContain("\tat ", "secret", "StackOverflowError", "HikariPool");
    }
}

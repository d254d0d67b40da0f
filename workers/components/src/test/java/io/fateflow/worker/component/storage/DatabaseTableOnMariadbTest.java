package io.fateflow.worker.component.storage;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.storage.StorageEngine;
import io.fateflow.worker.storage.StorageServer;

/** Where MariaDB is installed (Debian: mariadb-server); elsewhere nothing of engine MYSQL meets a real database. */
@EnabledIf("isInstalled")
class DatabaseTableOnMariadbTest extends DatabaseTableContract {

    private static final Path PROGRAM = Path.of("/usr/sbin/mariadbd");
    private static final String PASSWORD = "only-for-tests";

    @TempDir
    static Path place;

    private static Process mariadb;
    private static int port;

    static boolean isInstalled() {
        return Files.isExecutable(PROGRAM);
    }

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        String data = "--datadir=" + place.resolve("data");
        String user = "--user=" + System.getProperty("user.name");
        Process made = new ProcessBuilder("mariadb-install-db", "--no-defaults", data, user, "--skip-test-db")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertEnded(made);
        Path accounts = Files.writeString(
                place.resolve("accounts.sql"),
                "create database tables;\ncreate user 'fate'@'%' identified by '" + PASSWORD
                        + "';\ngrant all on *.* to 'fate'@'%';\n");
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        mariadb = new ProcessBuilder(
                        PROGRAM.toString(),
                        "--no-defaults",
                        data,
                        user,
                        "--bind-address=127.0.0.1",
                        "--port=" + port,
                        "--socket=" + place.resolve("s"),
                        "--pid-file=" + place.resolve("pid"),
                        "--innodb-flush-log-at-trx-commit=0",
                        "--init-file=" + accounts)
                .redirectErrorStream(true)
                .start();
        BufferedReader said = mariadb.inputReader();
        String line = said.readLine();
        while (line != null && !line.contains("ready for connections")) {
            line = said.readLine();
        }
    }

    private static void assertEnded(Process process) throws InterruptedException {
        if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
            throw new IllegalStateException("mariadb-install-db does not end well");
        }
    }

    @AfterAll
    static void stop() throws InterruptedException {
        mariadb.destroy();
        mariadb.waitFor();
    }

    @BeforeEach
    void empty() throws SQLException {
        try (Connection connection = administrator();
                Statement statement = connection.createStatement()) {
            statement.execute("drop database tables");
            statement.execute("create database tables character set latin1");
        }
    }

    @Override
    StorageServer server() {
        return new StorageServer(StorageEngine.MYSQL, "127.0.0.1", port, "tables");
    }

    @Override
    String user() {
        return "fate";
    }

    @Override
    String password() {
        return PASSWORD;
    }

    @Override
    Connection administrator() throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", user());
        login.setProperty("password", PASSWORD);
        return new org.mariadb.jdbc.Driver().connect(Driver.url(server()), login);
    }

    @Override
    List<String> viewThatWrites() {
        return List.of(
                "create table written (k varchar(10)) engine = InnoDB",
                "create function f() returns varchar(10) modifies sql data begin insert into written values ('x');"
                        + " return 'x'; end",
                "create view v as select f() as id");
    }

    @Override
    String slowView() {
        return "create view slow as select 'a' as id, sleep(10) as x";
    }

    @Override
    String allTables() {
        return "show tables";
    }
}

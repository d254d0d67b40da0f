package io.fateflow.worker.component.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.storage.StorageEngine;
import io.fateflow.worker.storage.StorageServer;

class DatabaseTableOnPostgresqlTest extends DatabaseTableContract {

    private static final String PASSWORD = "only-for-tests";

    @TempDir
    static Path place;

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws IOException, SQLException {
        // embedded servers trust everybody: one account has to show its password
        Path accounts = Files.writeString(
                place.resolve("hba.conf"), "host all fate all scram-sha-256\nhost all all all trust\n");
        postgres = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "off")
                .setServerConfig("hba_file", accounts.toString())
                .start();
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create role fate superuser login password '" + PASSWORD + "'");
        }
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    @BeforeEach
    void empty() throws SQLException {
        try (Connection connection = administrator();
                Statement statement = connection.createStatement()) {
            statement.execute("drop schema public cascade");
            statement.execute("create schema public");
        }
    }

    @Override
    StorageServer server() {
        return new StorageServer(StorageEngine.POSTGRESQL, "localhost", postgres.getPort(), "postgres");
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
        return postgres.getPostgresDatabase().getConnection();
    }

    @Override
    List<String> viewThatWrites() {
        return List.of(
                "create table written (k varchar(10))",
                "create function f() returns text volatile language sql as"
                        + " 'insert into written values (''x'') returning k::text'",
                "create view v as select f() as id");
    }

    @Override
    String slowView() {
        return "create view slow as select 'a' as id, pg_sleep(10)::text as x";
    }

    @Override
    String allTables() {
        return "select tablename from pg_tables where schemaname = 'public'";
    }
}

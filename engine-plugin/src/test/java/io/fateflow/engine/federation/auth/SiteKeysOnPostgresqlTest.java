package io.fateflow.engine.federation.auth;

import java.io.IOException;
import javax.sql.DataSource;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class SiteKeysOnPostgresqlTest extends SiteKeysContract {

    private static EmbeddedPostgres server;

    @BeforeAll
    static void startServer() throws IOException {
        server = EmbeddedPostgres.builder().start();
    }

    @AfterAll
    static void stopServer() throws IOException {
        server.close();
    }

    @Override
    DataSource dataSource() {
        return server.getPostgresDatabase();
    }
}

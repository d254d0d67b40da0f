package io.fateflow.engine.federation.channel;

import java.io.IOException;
import javax.sql.DataSource;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class ParcelRightsOnPostgresqlTest extends ParcelRightsContract {

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

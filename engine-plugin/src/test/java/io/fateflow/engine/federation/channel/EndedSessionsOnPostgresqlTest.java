package io.fateflow.engine.federation.channel;

import javax.sql.DataSource;

import io.fateflow.engine.testing.TestPostgres;

final class EndedSessionsOnPostgresqlTest extends EndedSessionsContract {

    private static final DataSource DATABASE = TestPostgres.database("sessions");

    @Override
    DataSource dataSource() {
        return DATABASE;
    }
}

package io.fateflow.engine.transfer;

import javax.sql.DataSource;

import io.fateflow.database.testing.TestPostgres;

final class EndedSessionsOnPostgresqlTest extends EndedSessionsContract {

    private static final DataSource DATABASE = TestPostgres.database("sessions");

    @Override
    DataSource dataSource() {
        return DATABASE;
    }
}
